package jobs

import "time"

// statusPause is the least time between two PoolStatus events.
const statusPause = 250 * time.Millisecond

// Status returns what the engine does right now.
func (e *Engine) Status() PoolStatus {
	watched, next := e.watches.view()
	return PoolStatus{
		Watched: watched, NextCheck: next, Downloads: e.fetches.count(), Calls: e.OpenCalls(), Paused: e.pause.isOn(), DiskFull: e.status.diskFull(),
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
