package gui

import (
	"context"
	"sync/atomic"
	"time"

	"viviscope/client/jobs"
)

// refreshPause is the least time between two updates of one screen: a burst of events costs one read.
const refreshPause = 120 * time.Millisecond

// refresher updates one screen on a goroutine of its own, however often it is asked.
type refresher struct {
	shell  *Shell
	screen Screen
	wake   chan struct{}
	inView atomic.Bool // the place is in front, or stands in no place
}

func newRefresher(s *Shell, sc Screen) *refresher {
	r := &refresher{shell: s, screen: sc, wake: make(chan struct{}, 1)}
	place := false
	for _, p := range s.screens.Places {
		place = place || p == sc
	}
	r.inView.Store(!place)
	return r
}

// ask wants an update soon. Any goroutine.
func (r *refresher) ask() {
	if !r.inView.Load() {
		return // it is updated when it comes to the front
	}
	select {
	case r.wake <- struct{}{}:
	default: // one is coming anyway
	}
}

// shown says that the place came to the front: all others left it.
func (r *refresher) shown() {
	for _, other := range r.shell.refreshers {
		other.inView.Store(other == r)
	}
	r.ask()
}

// run updates until ctx ends.
func (r *refresher) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.wake:
		}
		r.screen.Update(ctx)
		r.shell.deps.Sleep(ctx, refreshPause)
	}
}

// handle gives an event of the engine to everything that wants it. Engine's goroutine.
func (s *Shell) handle(ev jobs.Event) {
	s.live.handle(ev)
	for _, r := range s.refreshers {
		r.screen.Handle(ev)
	}
}
