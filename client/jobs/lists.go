package jobs

import (
	"time"

	"viviscope/db"
)

// lists are the lists of jobs that the workers keep in memory.
type lists struct {
	status    *status
	outbox    *outbox
	watches   *watches
	fetches   *fetches
	takeDowns *hostCleanup
	chains    *chains
	firstPoll func(w *watch, now time.Time) time.Time // when a task that is new to watches is polled first
}

// follow implements rowLists.
func (l *lists) follow(job db.Job) {
	l.outbox.put(job)
	l.watches.put(job, l.firstPoll)
	l.fetches.put(job)
	l.takeDowns.put(job)
	if job.State.Ended() || in(job.State, db.Held, db.Unconfirmed) {
		l.chains.wake.raise()
	}
	l.status.touch()
}

// drop implements rowLists.
func (l *lists) drop(job db.Job) {
	l.outbox.drop(job.ID)
	l.takeDowns.wake.raise()
	l.chains.wake.raise()
}

// makeDue polls and downloads for a profile as soon as possible.
func (l *lists) makeDue(profileID int64) {
	l.watches.makeDue(0, profileID)
	l.fetches.makeDue(0, profileID)
}
