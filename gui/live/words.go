package live

import (
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/status"
)

// Row is the stored data of a job that a screen shows.
type Row struct {
	Job   db.Job
	Usual time.Duration // usual duration of such clips at this service; 0: unknown
	Turn  int           // position in the queue, from 1; 0: unknown
}

// words is a status with the progress that it includes.
type words struct {
	status.Status
	last jobs.Progress
}

// words returns the status of a row with its last progress. Caller holds mu.
func (l *Jobs) words(row Row) words {
	p := l.last[row.Job.ID]
	return words{status.Of(row.Job, status.Context{Now: l.now(), Progress: p, Usual: row.Usual, Turn: row.Turn,
		Unreached: l.unreachable[row.Job.ProfileID]}), p}
}
