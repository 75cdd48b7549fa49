package faulttest

import (
	"context"
	"sync/atomic"
	"time"

	"viviscope/client/jobs"
)

// speed is how much faster than the computer's time the time of a test runs, at the service and in the program: bytes are
// really on their way, so time cannot stand still for them.
const speed = 1000

// clock is that time. It can be set: timers do not notice, as those of a computer that slept or was set do not.
type clock struct {
	begin time.Time
	ahead atomic.Int64
}

func newClock(begin time.Time) *clock { return &clock{begin: begin} }

func (c *clock) Now() time.Time {
	return c.begin.Add(speed*time.Since(c.begin) + time.Duration(c.ahead.Load()))
}

// jump sets the clock forward, or back.
func (c *clock) jump(d time.Duration) { c.ahead.Add(int64(d)) }

func (c *clock) NewTimer(d time.Duration) jobs.Timer { return timer{time.NewTimer(d / speed)} }

func (c *clock) sleep(ctx context.Context, d time.Duration) error {
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
