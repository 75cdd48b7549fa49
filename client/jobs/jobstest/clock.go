package jobstest

import (
	"context"
	"sync/atomic"
	"time"

	"viviscope/client/jobs"
)

// speed is how much faster than the computer's time the time of a [Clock] passes.
const speed = 1000

// Clock is a fast time, for tests in which bytes are really on their way, so that time cannot stand still for them.
// Clocks with the same beginning agree, also in several processes. It is safe for concurrent use.
type Clock struct {
	begin time.Time
	ahead atomic.Int64
}

// NewClock returns a clock that read begin when the computer's clock did.
func NewClock(begin time.Time) *Clock { return &Clock{begin: begin} }

// Begin returns the time at which the clock began.
func (c *Clock) Begin() time.Time { return c.begin }

// Now returns the fast time.
func (c *Clock) Now() time.Time {
	return c.begin.Add(speed*time.Since(c.begin) + time.Duration(c.ahead.Load()))
}

// Jump sets the clock forward, or back. Timers do not notice, as those of a computer that slept or was set do not.
func (c *Clock) Jump(d time.Duration) { c.ahead.Add(int64(d)) }

// NewTimer returns a timer of the fast time.
func (c *Clock) NewTimer(d time.Duration) jobs.Timer { return timer{time.NewTimer(d / speed)} }

// Sleep waits for d of the fast time, or until ctx ends; its error is that of ctx.
func (c *Clock) Sleep(ctx context.Context, d time.Duration) error {
	t := c.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C():
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

type timer struct{ *time.Timer }

func (t timer) C() <-chan time.Time { return t.Timer.C }
