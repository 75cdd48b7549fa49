package status

import (
	"time"

	"viviscope/db"
)

// Runs reports whether a job in this state continues without the user, so that its status changes without a new row.
func Runs(s db.JobState) bool {
	switch s {
	case db.Waiting, db.Sending, db.Queued, db.InProgress, db.Unwatched, db.Completed, db.Downloading, db.Saving:
		return true
	}
	return false
}

// Began returns when the clock of a job started: the service accepted it, or the request was sent.
func Began(j db.Job) time.Time {
	switch {
	case !j.AcceptedAt.IsZero():
		return j.AcceptedAt
	case !j.SentAt.IsZero():
		return j.SentAt
	}
	return j.CreatedAt
}

// Tone is the severity of a state. Widgets show it as a colour beside the tag, never alone.
type Tone int
