package apptest

import (
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/resources"
)

// QueueApp is an app that queues functions passed to fyne.Do, as a real driver does. The test goroutine runs the queue.
// Fyne's test driver runs such functions immediately on the goroutine of the caller, which hides errors that depend on
// order.
type QueueApp struct {
	fyne.App
	driver *queueDriver
}

type queueDriver struct {
	fyne.Driver
	mu    sync.Mutex
	queue []func() // guarded by mu
}

// NewQueueApp creates a QueueApp and makes it the current app.
func NewQueueApp(t testing.TB) *QueueApp {
	app := test.NewTempApp(t)
	app.Settings().SetTheme(resources.Theme(resources.Dark))
	turns := &QueueApp{app, &queueDriver{Driver: app.Driver()}}
	fyne.SetCurrentApp(turns)
	return turns
}

// Driver implements [fyne.App].
func (a *QueueApp) Driver() fyne.Driver { return a.driver }

// DoFromGoroutine implements [fyne.Driver].
func (d *queueDriver) DoFromGoroutine(f func(), wait bool) {
	if wait {
		panic("fyne.DoAndWait blocks a worker until the window has time")
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.queue = append(d.queue, f)
}

// RunNext runs the oldest queued function. It returns how long that took, and false if the queue was empty.
func (a *QueueApp) RunNext() (took time.Duration, ok bool) {
	a.driver.mu.Lock()
	if len(a.driver.queue) == 0 {
		a.driver.mu.Unlock()
		return 0, false
	}
	f := a.driver.queue[0]
	a.driver.queue[0] = nil // release it to the garbage collector
	a.driver.queue = a.driver.queue[1:]
	a.driver.mu.Unlock()
	start := time.Now()
	f()
	return time.Since(start), true
}

// RunAll runs the queue until it is empty, including functions queued meanwhile. It calls check after each one and
// returns their number.
func (a *QueueApp) RunAll(check func()) (turns int) {
	for {
		if _, ok := a.RunNext(); !ok {
			return turns
		}
		turns++
		check()
	}
}

// Find returns the visible objects of type T in o.
func Find[T fyne.CanvasObject](o fyne.CanvasObject) (found []T) {
	for _, part := range Visible(o) {
		if t, ok := part.(T); ok {
			found = append(found, t)
		}
	}
	return found
}
