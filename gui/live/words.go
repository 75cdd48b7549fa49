package live

import (
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/status"
)

// Row is what a screen has read of a job.
type Row struct {
	Job   db.Job
	Usual time.Duration // what clips of this kind took at this service before; 0: not known
	Turn  int           // place among those that wait, from 1; 0: not known
}

// words is a status with the progress that it includes.
type words struct {
	status.Status
	last jobs.Progress
}

// words returns the status of a row with what the engine reported since. The caller holds mu.
func (l *Jobs) words(row Row) words {
	p := l.last[row.Job.ID]
	return words{status.Of(row.Job, status.Context{Now: l.now(), Progress: p, Usual: row.Usual, Turn: row.Turn,
		Unreached: l.unreachable[row.Job.ProfileID]}), p}
}
