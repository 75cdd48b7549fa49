package jobs

import (
	"sync"
	"time"

	"viviscope/client/guard"
)

// Clock is the engine's time. It is injected, so that a day of polling takes a second in a test.
// Implementations are safe for concurrent use.
type Clock interface {
	// Now returns the wall clock time: it advances while the computer sleeps, and may be set.
	Now() time.Time
	// NewTimer fires when the wall clock has advanced by d, including sleep, or when d has passed.
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

// Now strips the monotonic reading, which does not advance while the computer sleeps and which Sub and Before prefer.
// With it, a poll that became due during sleep would look as if it were not due.
func (systemClock) Now() time.Time { return time.Now().Round(0) }

func (systemClock) NewTimer(d time.Duration) Timer {
	begin := time.Now()
	return newWallTimer(d, func() (wall time.Time, passed time.Duration) {
		now := time.Now()
		return now.Round(0), now.Sub(begin)
	}, func(d time.Duration, f func()) { guard.AfterFunc(d, "timer", f) })
}

// nap is the longest time for which a wallTimer relies on a system timer, which does not advance during sleep. It is
// also the longest delay after waking up until the engine notices due work.
const nap = 5 * time.Second

// wallTimer fires when the wall clock has advanced by a duration, or when that duration has passed. Setting the clock
// back does not make it wait longer.
type wallTimer struct {
	c     chan time.Time
	d     time.Duration
	due   time.Time
	read  func() (wall time.Time, passed time.Duration)
	after func(time.Duration, func())

	mu   sync.Mutex
	done bool // it fired, or was stopped; guarded by mu
}

// newWallTimer starts a timer. read returns the wall clock time, and the time since the start without sleep.
func newWallTimer(d time.Duration, read func() (time.Time, time.Duration),
	after func(time.Duration, func())) *wallTimer {
	wall, _ := read()
	t := &wallTimer{c: make(chan time.Time, 1), d: d, due: wall.Add(d), read: read, after: after}
	t.check()
	return t
}

// check fires if the timer is due. Otherwise it checks again when the timer is due, or after a nap if that is sooner.
func (t *wallTimer) check() {
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
	t.after(min(left, nap), t.check)
}

// C returns the channel on which the timer fires.
func (t *wallTimer) C() <-chan time.Time { return t.c }

// Stop prevents the timer from firing. It returns false if the timer has fired or was stopped already.
func (t *wallTimer) Stop() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	was := t.done
	t.done = true
	return !was
}
