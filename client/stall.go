package client

import (
	"context"
	"errors"
	"time"
)

// stallWatch ends a transfer when nothing has come for a while. There is no limit on the whole: a slow line is no fault.
type stallWatch struct {
	timer  Timer
	after  time.Duration
	cancel context.CancelCauseFunc
}

// watchStall gives a context that ends with ErrStalled. The watch runs from now on.
func (c *Client) watchStall(ctx context.Context) (context.Context, *stallWatch) {
	ctx, cancel := context.WithCancelCause(ctx)
	w := &stallWatch{after: c.stallTimeout, cancel: cancel}
	w.timer = c.afterFunc(w.after, func() { cancel(ErrStalled) })
	return ctx, w
}

func (w *stallWatch) fed() { w.timer.Reset(w.after) }

func (w *stallWatch) stop() {
	w.timer.Stop()
	w.cancel(nil)
}

// stallOr returns why the context ended where that is what ended a transfer, else err.
func stallOr(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); errors.Is(cause, ErrStalled) {
		return ErrStalled
	}
	return err
}
