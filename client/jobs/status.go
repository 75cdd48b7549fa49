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
	open int            // calls that may cost money, without an answer yet
	full map[int64]bool // jobs whose last writing failed because the disk is full
}

func newStatus() *status { return &status{wake: newSignal(), full: map[int64]bool{}} }

// wrote notes how the last writing for a job ended; nil too where there is nothing to write any more.
func (s *status) wrote(job int64, err error) {
	s.mu.Lock()
	if delete(s.full, job); err != nil && codeOf(err) == CodeDiskFull {
		s.full[job] = true
	}
	s.mu.Unlock()
	s.touch()
}

func (s *status) diskFull() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.full) > 0
}

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
		Watched: watched, NextCheck: next, Downloads: e.fetches.count(), Calls: e.OpenCalls(), Paused: e.Paused(), DiskFull: e.status.diskFull(),
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
