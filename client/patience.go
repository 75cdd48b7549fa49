package client

import (
	"context"
	"errors"
	"sync"
	"time"
)

// grace is how much longer an answer is read whose time is up. The timer of a process that was stopped is over before
// the process reads what came meanwhile.
const grace = 2 * time.Second

// patient returns a context that ends after d and grace, with context.DeadlineExceeded as its cause. grace begins when
// the timer is noticed, and not when it was over.
func (c *Client) patient(ctx context.Context, d time.Duration) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	var (
		mu    sync.Mutex
		timer Timer
		late  bool
	)
	mu.Lock()
	defer mu.Unlock()
	timer = c.patience(d, func() {
		mu.Lock()
		defer mu.Unlock()
		if late {
			cancel(context.DeadlineExceeded)
			return
		}
		late = true
		timer.Reset(grace)
	})
	return ctx, func() {
		timer.Stop()
		cancel(nil)
	}
}

// causeOr returns why the client ended a request, where that is the reason of its error: a stall, or the end of its
// patience. Else it returns err.
func causeOr(ctx context.Context, err error) error {
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, ErrStalled):
		return ErrStalled
	case errors.Is(cause, context.DeadlineExceeded):
		return context.DeadlineExceeded
	}
	return err
}
