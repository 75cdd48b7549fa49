package jobs

import "time"

// Clock is the engine's time. It is injected, so that a day of polling takes a second in a test.
// Implementations are safe for concurrent use.
type Clock interface {
	Now() time.Time
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

func (systemClock) Now() time.Time                 { return time.Now() }
func (systemClock) NewTimer(d time.Duration) Timer { return systemTimer{time.NewTimer(d)} }

type systemTimer struct{ t *time.Timer }

func (t systemTimer) C() <-chan time.Time { return t.t.C }
func (t systemTimer) Stop() bool          { return t.t.Stop() }
