package jobs

import "viviscope/db"

// pause is the switch "Pause sending", and what follows from it for a new job.
type pause struct {
	records *records
	conns   *connections
	on      bool // guarded by records.commits
}

// isOn implements [Engine.Paused].
func (p *pause) isOn() bool {
	p.records.commits.Lock()
	defer p.records.commits.Unlock()
	return p.on
}

// firstState returns how a new job that is admitted begins. The caller holds commits.
func (p *pause) firstState(profileID int64, hold bool) (db.JobState, db.HoldReason) {
	switch {
	case hold:
		return db.Held, db.HeldByPerson
	case p.on:
		return db.Held, db.HeldPaused
	case p.conns.keyRefused(profileID):
		return db.Held, db.HeldKeyRefused
	}
	return db.Waiting, ""
}
