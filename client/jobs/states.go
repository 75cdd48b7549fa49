package jobs

import (
	"errors"
	"fmt"
	"time"

	"viviscope/db"
)

// Allowed reports whether a job may move from one state to another. It implements the diagram in the package
// documentation. Staying in a state is not a move and is never allowed.
func Allowed(from, to db.JobState) bool {
	switch from {
	case db.Waiting:
		return in(to, db.Sending, db.Held)
	case db.Held:
		return in(to, db.Waiting)
	case db.Sending:
		// A task's first answer may already be completed. A failure needs a second answer.
		return in(to, db.Held, db.Rejected, db.Unconfirmed, db.Queued, db.InProgress, db.Completed, db.Saving)
	case db.Unconfirmed:
		// Only the user moves a job from here: a task ID adopts it, "not charged" rejects it, "was charged" ends it as
		// lost.
		return in(to, db.Rejected, db.Expired, db.Queued, db.InProgress, db.Completed)
	case db.Queued:
		return in(to, db.InProgress, db.Completed, db.Failed, db.Expired, db.Unwatched)
	case db.InProgress:
		return in(to, db.Completed, db.Failed, db.Expired, db.Unwatched)
	case db.Unwatched:
		return in(to, db.Queued, db.InProgress)
	case db.Completed:
		return in(to, db.Downloading)
	case db.Downloading:
		return in(to, db.Saved, db.Expired, db.Failed)
	case db.Saving:
		return in(to, db.Saved, db.Expired)
	case db.Expired:
		// A task that the service recognizes again (givenUp), a task that the user asks about again (CanAskAgain), or
		// picture links that the user retries.
		return in(to, db.Saving, db.Queued, db.InProgress, db.Completed, db.Failed)
	case db.Failed, db.Rejected:
		// Only after the user asks about the task again.
		return in(to, db.Queued, db.InProgress, db.Completed)
	}
	return false // saved is final
}

// MoveError reports that a job is not in a state that allows the requested change: a command of the user came too late,
// or two came at once. Nothing was changed.
type MoveError struct {
	ID       int64
	From, To db.JobState
}

// Error implements error.
func (e *MoveError) Error() string {
	return fmt.Sprintf("move job %d: a job that is %s cannot become %s", e.ID, e.From, e.To)
}

// isMove reports whether a change failed because the job is in another state than expected.
func isMove(err error) bool {
	var m *MoveError
	return errors.As(err, &m)
}

// move changes the state of a job and sets the times that belong to the new state.
func move(j *db.Job, to db.JobState, now time.Time) error {
	if !Allowed(j.State, to) {
		return &MoveError{ID: j.ID, From: j.State, To: to}
	}
	j.State = to
	switch to {
	case db.Sending:
		j.SentAt = now
	case db.Held:
		j.SentAt = time.Time{} // nothing was sent, or the service refused before any work
	case db.Queued, db.InProgress:
		j.EndedAt, j.FinishedAt = time.Time{}, time.Time{} // it may have ended before
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

// CanAskAgain reports whether a job has ended without a file and has a task at the service, so that the user can have
// the service asked about it again.
func CanAskAgain(j db.Job) bool {
	return j.TaskID != "" && j.Kind.IsVideo() && in(j.State, db.Failed, db.Expired, db.Rejected)
}

// Unsettled reports whether a code means that the outcome and the price of a task are unknown: the service does not
// know the task, answers without a state, or ended the task with a state other than failed.
func Unsettled(code string) bool { return in(code, CodeTaskUnknown, CodeNoState, CodeEnded) }

// givenUp reports whether a job expired with an [Unsettled] code: its clip may exist anyway.
func givenUp(j db.Job) bool {
	return j.State == db.Expired && Unsettled(j.ErrorCode) && j.TaskID != ""
}

// undecided reports whether only the user can decide what a job cost.
func undecided(j db.Job) bool {
	return j.State == db.Unconfirmed || j.State == db.Expired && Unsettled(j.ErrorCode)
}

// occupiesPlace reports whether a job occupies one of the places that its profile allows at the service. An unwatched
// task does not: its end is never noticed, so it would occupy the place forever. Neither does a task without a state
// from the service: it would occupy the place for hours.
func occupiesPlace(j db.Job) bool {
	if j.State == db.Sending {
		return true
	}
	return j.Kind.IsVideo() && in(j.State, db.Queued, db.InProgress) && !Unsettled(j.ErrorCode)
}

// displayedProgress returns the displayed progress of a running task. It never decreases, and is never 100 before the
// task is completed.
func displayedProgress(before, now int) int { return max(before, min(max(now, 0), 99)) }

// shortRef returns the displayed form of a ref.
func shortRef(ref string) string { return ref[:min(4, len(ref))] }

func in[T comparable](s T, set ...T) bool {
	for _, x := range set {
		if s == x {
			return true
		}
	}
	return false
}
