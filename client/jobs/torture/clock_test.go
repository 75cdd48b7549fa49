package torture

import (
	"context"
	"time"

	"viviscope/client/jobs"
)

// speed is how much faster than the computer's time the time of all three processes runs.
const speed = 1000

// clock is the fast time that all processes share: it began with the round and goes on while nothing lives.
type clock struct{ begin time.Time }

func (c clock) Now() time.Time { return c.begin.Add(speed * time.Since(c.begin)) }

func (c clock) NewTimer(d time.Duration) jobs.Timer { return timer{time.NewTimer(d / speed)} }

func (c clock) sleep(ctx context.Context, d time.Duration) error {
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
