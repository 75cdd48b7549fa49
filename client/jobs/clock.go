package jobs

import (
	"sync"
	"time"

	"viviscope/client/guard"
)

// Clock is the engine's time. It is injected, so that a day of polling takes a second in a test.
// Implementations are safe for concurrent use.
type Clock interface {
	// Now is what a clock on the wall shows: it goes on while the computer sleeps, and may be set.
	Now() time.Time
	// NewTimer waits until the clock has gone on by d, also while the computer slept, or until d has passed.
	NewTimer(d time.Duration) Timer
}

// Timer is one pending moment of a Clock. It fires once.
type Timer interface {
	C() <-chan time.Time
	Stop() bool
}

// SystemClock is the clock of the computer.
func SystemClock() Clock { return systemClock{} }

type systemClock struct{}

// Now leaves the monotonic reading out, which stands still while the computer sleeps (package time: Sub and Before
// prefer it): a poll that came due meanwhile would not be seen as such.
func (systemClock) Now() time.Time { return time.Now().Round(0) }

func (systemClock) NewTimer(d time.Duration) Timer {
	begin := time.Now()
	return newWallTimer(d, func() (wall time.Time, passed time.Duration) {
		now := time.Now()
		return now.Round(0), now.Sub(begin)
	}, func(d time.Duration, f func()) { guard.AfterFunc(d, "timer", f) })
}

// nap is how long a wallTimer relies on the system's timers at a time, which stand still while the computer sleeps.
// So it is also how soon after waking up the engine looks at what came due.
const nap = 5 * time.Second

// wallTimer fires when the clock on the wall has gone on by what was asked for, or when as much time has passed: a
// clock that is set back must not make anybody wait for longer.
type wallTimer struct {
	c     chan time.Time
	d     time.Duration
	due   time.Time
	read  func() (wall time.Time, passed time.Duration)
	after func(time.Duration, func())

	mu   sync.Mutex
	done bool // it fired, or was stopped; guarded by mu
}

// newWallTimer starts a timer. read is what the clock shows, and what has passed since the start without sleep.
func newWallTimer(d time.Duration, read func() (time.Time, time.Duration),
	after func(time.Duration, func())) *wallTimer {
	wall, _ := read()
	t := &wallTimer{c: make(chan time.Time, 1), d: d, due: wall.Add(d), read: read, after: after}
	t.look()
	return t
}

// look fires if it is time, and else looks again after a nap or when it will be.
func (t *wallTimer) look() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.done {
		return
	}
	wall, passed := t.read()
	left := min(t.due.Sub(wall), t.d-passed)
	if left <= 0 {
		t.done = true
		t.c <- wall
		return
	}
	t.after(min(left, nap), t.look)
}

// C returns the channel on which it fires.
func (t *wallTimer) C() <-chan time.Time { return t.c }

// Stop keeps it from firing; false where it has fired or was stopped already.
func (t *wallTimer) Stop() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	was := t.done
	t.done = true
	return !was
}
