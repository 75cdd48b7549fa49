package jobstest

import (
	"context"
	"sync/atomic"
	"time"

	"viviscope/client/jobs"
)

// speed is the factor by which a [Clock] is faster than the computer's clock.
const speed = 1000

// Clock is a fast clock for tests with real network connections, which cannot run in a synctest bubble. Clocks with the
// same beginning agree, even in different processes. It is safe for concurrent use.
type Clock struct {
	begin time.Time
	ahead atomic.Int64
}

// NewClock returns a clock that showed begin at the same time as the computer's clock.
func NewClock(begin time.Time) *Clock { return &Clock{begin: begin} }

// Begin returns the time at which the clock began.
func (c *Clock) Begin() time.Time { return c.begin }

// Now returns the fast time.
func (c *Clock) Now() time.Time {
	return c.begin.Add(speed*time.Since(c.begin) + time.Duration(c.ahead.Load()))
}

// Jump sets the clock forward, or back if d is negative. It does not affect running timers, like sleep or a change of
// the computer's clock.
func (c *Clock) Jump(d time.Duration) { c.ahead.Add(int64(d)) }

// NewTimer returns a timer that fires after d of the fast time.
func (c *Clock) NewTimer(d time.Duration) jobs.Timer { return timer{time.NewTimer(d / speed)} }

// Sleep waits for d of the fast time. If ctx ends first, it returns the error of ctx.
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
