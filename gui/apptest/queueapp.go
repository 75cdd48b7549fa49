package apptest

import (
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/resources"
)

// Turns is an app whose window works as a real one: fyne.Do queues a function, and one goroutine, that of the test,
// runs the queue. The toolkit's own test driver runs it at once on the goroutine of the caller, which hides all that
// depends on the order of turns.
type QueueApp struct {
	fyne.App
	driver *queueDriver
}

type queueDriver struct {
	fyne.Driver
	mu    sync.Mutex
	queue []func() // guarded by mu
}

// NewTurns makes the app of a test.
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

// Turn runs the function that waits longest, and reports how long that took, and whether there was one.
func (a *QueueApp) RunNext() (took time.Duration, ok bool) {
	a.driver.mu.Lock()
	if len(a.driver.queue) == 0 {
		a.driver.mu.Unlock()
		return 0, false
	}
	f := a.driver.queue[0]
	a.driver.queue[0] = nil // what it holds is held no longer
	a.driver.queue = a.driver.queue[1:]
	a.driver.mu.Unlock()
	start := time.Now()
	f()
	return time.Since(start), true
}

// Drain runs what is queued and what that queues, with a check after each turn, and returns how many turns those were.
func (a *QueueApp) RunAll(check func()) (turns int) {
	for {
		if _, ok := a.RunNext(); !ok {
			return turns
		}
		turns++
		check()
	}
}

// Find returns the seen parts of an object that are of a type.
func Find[T fyne.CanvasObject](o fyne.CanvasObject) (found []T) {
	for _, part := range Visible(o) {
		if t, ok := part.(T); ok {
			found = append(found, t)
		}
	}
	return found
}
