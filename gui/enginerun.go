package gui

import (
	"context"
	"fmt"
	"sync"
)

// engineRun keeps the engine's start and stop in order: the start waits for the disk on a worker, and a window that is closed
// at once must not be followed by workers that start behind it.
type engineRun struct {
	engine Engine

	mu      sync.Mutex
	started bool // guarded by mu
	ended   bool // guarded by mu
}

// start starts the engine unless it was ended before.
func (r *engineRun) start(ctx context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended {
		return nil
	}
	r.started = true
	if err := r.engine.Start(ctx); err != nil {
		return fmt.Errorf("start engine: %w", err)
	}
	return nil
}

// end stops the engine where it was started, and keeps it from starting later. It waits for a start that is under way.
func (r *engineRun) end(ctx context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ended = true
	if !r.started {
		return nil
	}
	return r.engine.Stop(ctx)
}
