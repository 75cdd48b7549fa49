package jobs

import "time"

// statusPause is the least time between two PoolStatus events.
const statusPause = 250 * time.Millisecond

// pool sums up what the engine does, and tells of each change.
type pool struct {
	*lifetime
	events  *bus
	status  *status
	pause   *pauseSwitch
	watches *watches
	fetches *fetches
}

// sum implements [Engine.Status].
func (p *pool) sum() PoolStatus {
	watched, next := p.watches.view()
	return PoolStatus{
		Watched: watched, NextCheck: next, Downloads: p.fetches.count(),
		Calls: p.status.openCalls(), Paused: p.pause.isOn(), DiskFull: p.status.diskFull(),
	}
}

// run sends a PoolStatus when something has changed, and then none for statusPause.
func (p *pool) run() {
	var last PoolStatus
	for p.idle(p.status.wake, time.Time{}) {
		if now := p.sum(); now != last {
			last = now
			p.events.add(now)
			p.events.flush()
		}
		if !p.idle(nil, p.now().Add(statusPause)) {
			return
		}
	}
}
