package jobs

import "time"

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

// Now leaves the monotonic reading out, which stands still while the computer sleeps (package time: Sub and Before prefer it): a
// poll that came due meanwhile would not be seen as such.
func (systemClock) Now() time.Time { return time.Now().Round(0) }

func (systemClock) NewTimer(d time.Duration) Timer {
	begin := time.Now()
	return newWallTimer(d, func() (wall time.Time, passed time.Duration) {
		now := time.Now()
		return now.Round(0), now.Sub(begin)
	}, func(d time.Duration, f func()) { time.AfterFunc(d, f) })
}
