package jobs

import (
	"sync"
	"time"
)

// statusPause is the least time between two PoolStatus events.
const statusPause = 250 * time.Millisecond

// status counts what has no row of its own and says when a PoolStatus is due.
type status struct {
	wake signal

	mu   sync.Mutex
	open int // calls that may cost money, without an answer yet
}

func newStatus() *status { return &status{wake: newSignal()} }

func (s *status) touch() { s.wake.raise() }

func (s *status) calls(n int) {
	s.mu.Lock()
	s.open += n
	s.mu.Unlock()
	s.touch()
}

// OpenCalls returns how many requests that may cost money have no answer yet, of clips and pictures.
func (e *Engine) OpenCalls() int {
	e.status.mu.Lock()
	defer e.status.mu.Unlock()
	return e.status.open
}

// Status returns what the engine does right now.
func (e *Engine) Status() PoolStatus {
	watched, next := e.watches.view()
	return PoolStatus{
		Watched: watched, NextCheck: next, Downloads: e.fetches.count(), Calls: e.OpenCalls(), Paused: e.Paused(),
	}
}

// runStatus sends a PoolStatus when something has changed, and then none for statusPause.
func (e *Engine) runStatus() {
	var last PoolStatus
	for e.idle(e.status.wake, time.Time{}) {
		if now := e.Status(); now != last {
			last = now
			e.events.add(now)
			e.events.flush()
		}
		if !e.idle(nil, e.now().Add(statusPause)) {
			return
		}
	}
}
