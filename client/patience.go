package client

import (
	"context"
	"errors"
	"sync"
	"time"
)

// grace is how much longer an answer is read after its timeout. The timer of a suspended process expires before the
// process reads the data that arrived meanwhile.
const grace = 2 * time.Second

// patient returns a context that ends after d and grace, with context.DeadlineExceeded as its cause. grace begins when
// the expired timer is noticed.
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

// causeOr returns why the client ended a request, if that caused its error: a stall, or a timeout. Otherwise it returns
// err.
func causeOr(ctx context.Context, err error) error {
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, ErrStalled):
		return ErrStalled
	case errors.Is(cause, context.DeadlineExceeded):
		return context.DeadlineExceeded
	}
	return err
}
