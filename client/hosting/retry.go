package hosting

import (
	"context"
	"errors"
	"time"
)

// tries is how often one thing is tried. Nothing here costs money, and a name belongs to one picture, so trying again
// does no harm; trying for ever would hide that a host is down.
const tries = 3

// again tries f until it succeeds, fails for good, or was tried often enough.
func (b *base) again(ctx context.Context, what string, f func(context.Context) error) error {
	for n := 1; ; n++ {
		err := b.once(ctx, f)
		var e *Error
		if err == nil || ctx.Err() != nil || n == tries || !errors.As(err, &e) || !e.passing {
			return op(what, err)
		}
		b.log.Debug("hosting tries again", "what", what, "try", n, "status", e.Status, "detail", e.Detail.String())
		if err := b.wait(ctx, time.Second<<(n-1)); err != nil {
			return err
		}
	}
}

// once runs f under a watch that ends it when nothing moves any more. f feeds the watch through fed.
func (b *base) once(ctx context.Context, f func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	timer := b.afterFunc(stallTimeout, func() { cancel(errStalled) })
	defer func() {
		timer.Stop()
		cancel(nil)
	}()
	return f(context.WithValue(ctx, fedKey{}, func() { timer.Reset(stallTimeout) }))
}

type fedKey struct{}

// fed tells the watch that bytes moved.
func fed(ctx context.Context) {
	if f, ok := ctx.Value(fedKey{}).(func()); ok {
		f()
	}
}
