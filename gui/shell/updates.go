package shell

import (
	"context"
	"time"

	"viviscope/client/guard"
	"viviscope/client/jobs"
)

// refreshPause is the least time between two updates of one screen: a burst of events costs one read.
const refreshPause = 120 * time.Millisecond

// update updates the screen of one place whenever that is requested, until ctx ends.
func (s *Shell) update(ctx context.Context, p Place) {
	s.repeat(ctx, updateWork+placeTable[p].name, s.stale[p], s.screens.Places[p].Update)
}

// Merged returns a function that requests a run of work off the window's goroutine. It may be called on any goroutine
// and returns at once. Requests before a run begins lead to one run. The name of the work is for reports of panics.
func (s *Shell) Merged(name string, work func(ctx context.Context)) (request func()) {
	stale := make(chan struct{}, 1)
	s.Go(func(ctx context.Context) { s.repeat(ctx, name, stale, work) })
	return func() {
		select {
		case stale <- struct{}{}:
		default:
		}
	}
}

// repeat runs work for each value of stale, with a pause after each run, until ctx ends.
func (s *Shell) repeat(ctx context.Context, name string, stale <-chan struct{}, work func(ctx context.Context)) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-stale:
		}
		_ = guard.Run(name, func() { work(ctx) })
		s.deps.Sleep(ctx, refreshPause)
	}
}

// handle passes an engine event to the screens that handle it. Engine's goroutine.
func (s *Shell) handle(ev jobs.Event) {
	s.live.handle(ev)
	for p, screen := range s.screens.Places {
		if s.closed[p].Load() == nil {
			_ = guard.Run(updateWork+placeTable[p].name, func() { screen.Handle(ev) })
		}
	}
}

// updateWork and placeNames name the update of a place in reports of panics.
const updateWork = "update of "
