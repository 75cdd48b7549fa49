package jobs

import (
	"fmt"
	"time"

	"viviscope/db"
)

// Allowed reports whether a job may move from one state to another. It is the drawing in the package
// documentation as a function; staying in a state is not a move and is never allowed.
func Allowed(from, to db.JobState) bool {
	switch from {
	case db.Waiting:
		return in(to, db.Sending, db.Held)
	case db.Held:
		return in(to, db.Waiting)
	case db.Sending:
		// A task's first answer may already be its last, so every state of a task can follow.
		return in(to, db.Held, db.Rejected, db.Unconfirmed,
			db.Queued, db.InProgress, db.Completed, db.Failed, db.Saving)
	case db.Unconfirmed:
		// Only a person moves a job from here: a task id adopts it, "not charged" rejects it,
		// "was charged" ends it as lost.
		return in(to, db.Rejected, db.Expired, db.Queued, db.InProgress, db.Completed, db.Failed)
	case db.Queued:
		return in(to, db.InProgress, db.Completed, db.Failed, db.Expired, db.Unwatched)
	case db.InProgress:
		return in(to, db.Completed, db.Failed, db.Expired, db.Unwatched)
	case db.Unwatched:
		return in(to, db.Queued, db.InProgress)
	case db.Completed:
		return in(to, db.Downloading)
	case db.Downloading:
		return in(to, db.Saved, db.Expired)
	case db.Saving:
		return in(to, db.Saved, db.Expired)
	case db.Expired:
		// Only a task that the service did not know, when it does again; see givenUp. Or links that a person has tried again.
		return in(to, db.Saving, db.Queued, db.InProgress, db.Completed, db.Failed)
	}
	return false // rejected, failed and saved are final
}

// givenUp reports whether a job expired because the service did not know its task: it may be there all the same.
func givenUp(j db.Job) bool {
	return j.State == db.Expired && j.ErrorCode == CodeTaskUnknown && j.TaskID != ""
}

// AskedUntil returns until when the program goes on asking about a task of which the service says that it does not know
// it: while the job is watched, and when it has been given up, for as long as its clip may be there. It is false for any
// other job.
func AskedUntil(j db.Job) (time.Time, bool) {
	if !givenUp(j) && !(in(j.State, db.Queued, db.InProgress) && j.ErrorCode == CodeTaskUnknown) {
		return time.Time{}, false
	}
	return deadline(j).Add(lifeGrace), true
}

func in[T comparable](s T, set ...T) bool {
	for _, x := range set {
		if s == x {
			return true
		}
	}
	return false
}

// MoveError says that a job is not in a state from which it can be moved as asked: a person's command came
// too late, or two came at once. Nothing was changed.
type MoveError struct {
	ID       int64
	From, To db.JobState
}

// Error implements error.
func (e *MoveError) Error() string {
	return fmt.Sprintf("move job %d: a job that is %s cannot become %s", e.ID, e.From, e.To)
}

// move changes the state of a job and stamps the times that belong to the new state.
func move(j *db.Job, to db.JobState, now time.Time) error {
	if !Allowed(j.State, to) {
		return &MoveError{ID: j.ID, From: j.State, To: to}
	}
	j.State = to
	switch to {
	case db.Sending:
		j.SentAt = now
	case db.Held:
		j.SentAt = time.Time{} // nothing left, or the service refused before any work
	case db.Queued, db.InProgress:
		j.EndedAt = time.Time{} // it may have been given up
	case db.Completed:
		j.FinishedAt, j.EndedAt = now, time.Time{}
	case db.Failed:
		j.FinishedAt, j.EndedAt = now, now
	case db.Rejected, db.Saved, db.Expired:
		j.EndedAt = now
	}
	if to != db.Held {
		j.Hold = ""
	}
	return nil
}

// atService reports whether a job holds one of the places that its profile allows at the service.
// A task that nobody watches does not: its end is never seen, and it would hold the place for ever. Nor does one that the
// service says it does not know: it would hold the place for hours.
func atService(j db.Job) bool {
	if j.State == db.Sending {
		return true
	}
	return j.Kind.IsVideo() && in(j.State, db.Queued, db.InProgress) && j.ErrorCode != CodeTaskUnknown
}
