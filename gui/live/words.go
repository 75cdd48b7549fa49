package live

import (
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/status"
)

// Row is the stored data of a job that a screen shows.
type Row struct {
	Job           db.Job
	UsualDuration time.Duration // usual duration of such clips at this service; 0: unknown
	QueuePosition int           // position in the queue, from 1; 0: unknown
}

// formatted is a status with the progress that it includes.
type formatted struct {
	status.Status
	last jobs.Progress
}

// format returns the status of a row with its last progress. Caller holds mu.
func (l *Jobs) format(row Row) formatted {
	p := l.progress[row.Job.ID]
	return formatted{status.Of(row.Job,
		status.Context{Now: l.now(), Progress: p, UsualDuration: row.UsualDuration, QueuePosition: row.QueuePosition,
			Unreached: l.unreachable[row.Job.ProfileID]}), p}
}
