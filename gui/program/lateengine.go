package program

import (
	"context"
	"log/slog"

	"viviscope/client/jobs"
)

// lateEngine starts the pool once the sandbox is served, so that the sandbox's jobs find it.
type lateEngine struct {
	*jobs.Engine
	before func(context.Context) error
	after  func(context.Context)
	ending func()
	log    *slog.Logger
	off    bool // the library is read-only: nothing is sent, asked or fetched
}

// Stop tells the program first that it ends: what workers still have to say has no window any more.
func (e *lateEngine) Stop(ctx context.Context) error {
	e.ending()
	return e.Engine.Stop(ctx)
}

// Start serves the sandbox where the library uses it and then starts the pool. A sandbox that does not start stops nobody else's jobs.
func (e *lateEngine) Start(ctx context.Context) error {
	if e.off {
		return nil
	}
	if err := e.before(ctx); err != nil {
		e.log.Error("the sandbox did not start", "err", err)
	}
	if err := e.Engine.Start(ctx); err != nil {
		return err
	}
	e.after(ctx)
	return nil
}
