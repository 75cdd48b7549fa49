package client

import (
	"context"
	"errors"
	"sync"
	"time"
)

// graceTime is the additional time to read a response after its timeout. When a suspended process resumes, its timer
// expires before it can read the data that arrived meanwhile.
const graceTime = 2 * time.Second

// withTimeout returns a context that is cancelled after d and graceTime, with the cause context.DeadlineExceeded.
// graceTime starts when the timer callback runs, not when the timer should have expired. The caller must call the
// returned function.
func (c *Client) withTimeout(ctx context.Context, d time.Duration) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	var (
		mu    sync.Mutex
		timer Timer
		late  bool
	)
	mu.Lock()
	defer mu.Unlock()
	timer = c.timeoutFunc(d, func() {
		mu.Lock()
		defer mu.Unlock()
		if late {
			cancel(context.DeadlineExceeded)
			return
		}
		late = true
		timer.Reset(graceTime)
	})
	return ctx, func() {
		timer.Stop()
		cancel(nil)
	}
}

// causeOr returns ErrStalled or context.DeadlineExceeded if the client cancelled the request for this reason. Otherwise
// it returns err.
func causeOr(ctx context.Context, err error) error {
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, ErrStalled):
		return ErrStalled
	case errors.Is(cause, context.DeadlineExceeded):
		return context.DeadlineExceeded
	}
	return err
}
