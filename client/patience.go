package client

import (
	"context"
	"errors"
	"sync"
	"time"
)

// graceTime is how much longer an answer is read after its timeout. The timer of a suspended process expires before the
// process reads the data that arrived meanwhile.
const graceTime = 2 * time.Second

// withTimeout returns a context that ends after d and grace, with context.DeadlineExceeded as its cause. grace begins when
// the expired timer is noticed.
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
