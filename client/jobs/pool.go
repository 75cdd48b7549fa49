package jobs

import "time"

// statusPause is the least time between two PoolStatus events.
const statusPause = 250 * time.Millisecond

// pool publishes a summary of the engine's activity.
type pool struct {
	*lifetime
	events  *bus
	status  *status
	pause   *pauseSwitch
	watches *watches
	fetches *fetches
}

// summary implements [Engine.Status].
func (p *pool) summary() PoolStatus {
	watched, next := p.watches.summary()
	return PoolStatus{
		Watched: watched, NextCheck: next, Downloads: p.fetches.count(),
		Calls: p.status.openCalls(), Paused: p.pause.isOn(), DiskFull: p.status.diskFull(),
	}
}

// run sends a PoolStatus after a change, at most one per statusPause.
func (p *pool) run() {
	var last PoolStatus
	for p.idle(p.status.wake, time.Time{}) {
		if now := p.summary(); now != last {
			last = now
			p.events.add(now)
			p.events.flush()
		}
		if !p.idle(nil, p.now().Add(statusPause)) {
			return
		}
	}
}
