package shell

import (
	"context"
	"time"

	"viviscope/client/guard"
	"viviscope/client/jobs"
)

// refreshPause is the least time between two updates of one screen: a burst of events costs one read.
const refreshPause = 120 * time.Millisecond

// update updates the screen of one place whenever that is requested, until ctx ends. Requests during an update are
// merged.
func (s *Shell) update(ctx context.Context, p Place) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.stale[p]:
		}
		_ = guard.Run(updateWork+placeTable[p].name, func() { s.screens.Places[p].Update(ctx) })
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
