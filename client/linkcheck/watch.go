package linkcheck

import (
	"context"
	"io"

	"viviscope/client"
)

// watch ends a look that no byte comes in for, and one that takes too long as a whole.
type watch struct {
	stall, total client.Timer
	cancel       context.CancelCauseFunc
}

func (l *Looker) watch(ctx context.Context) (context.Context, *watch) {
	ctx, cancel := context.WithCancelCause(ctx)
	end := func() { cancel(errStalled) }
	return ctx, &watch{stall: l.afterFunc(stallTimeout, end), total: l.afterFunc(totalTimeout, end), cancel: cancel}
}

func (w *watch) fed() { w.stall.Reset(stallTimeout) }

func (w *watch) stop() {
	w.stall.Stop()
	w.total.Stop()
	w.cancel(nil)
}

// fedReader tells the watch of every byte.
type fedReader struct {
	r     io.Reader
	watch *watch
}

func (f fedReader) Read(p []byte) (int, error) {
	n, err := f.r.Read(p)
	if n > 0 {
		f.watch.fed()
	}
	return n, err
}
