package jobs

import (
	"bytes"
	"context"
	"fmt"
	"slices"
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
		// A task's first answer may already be completed. That it failed takes a second answer.
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
		// A task that the service did not know, when it does again (givenUp); one that the user asks about again
		// (CanAskAgain); links that the user tries again.
		return in(to, db.Saving, db.Queued, db.InProgress, db.Completed, db.Failed)
	case db.Failed, db.Rejected:
		// Only a task that the user asks about again.
		return in(to, db.Queued, db.InProgress, db.Completed)
	}
	return false // saved is final
}

// CanAskAgain reports whether a job has ended without a file although it has a task at the service, so that the user
// may have the service asked about it again.
func CanAskAgain(j db.Job) bool {
	return j.TaskID != "" && j.Kind.IsVideo() && in(j.State, db.Failed, db.Expired, db.Rejected)
}

// Unsettled reports whether a code means that the service does not state what became of a task and of its price: it does
// not know the task, answers with something else, or ended the task with a word other than failed.
func Unsettled(code string) bool { return in(code, CodeTaskUnknown, CodeNoState, CodeEnded) }

// givenUp reports whether a job expired with an [Unsettled] code: its clip may be there all the same.
func givenUp(j db.Job) bool {
	return j.State == db.Expired && Unsettled(j.ErrorCode) && j.TaskID != ""
}

// AskedUntil returns until when the program goes on asking about a task that is [Unsettled]: while the job is watched,
// and when it has been given up, for as long as its clip may be there. It is false for any other job.
func AskedUntil(j db.Job) (time.Time, bool) {
	if !givenUp(j) && !(in(j.State, db.Queued, db.InProgress) && Unsettled(j.ErrorCode)) {
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

// atService reports whether a job holds one of the places that its profile allows at the service. A task that nobody
// watches does not: its end is never seen, and it would hold the place for ever. Nor does one of which the service
// returns no state: it would hold the place for hours.
func atService(j db.Job) bool {
	if j.State == db.Sending {
		return true
	}
	return j.Kind.IsVideo() && in(j.State, db.Queued, db.InProgress) && !Unsettled(j.ErrorCode)
}

// step is one change of a job while its transaction is open: the row, its entries and assets, and the moment.
type step struct {
	*db.Change
	now     time.Time
	e       *Engine
	entries []db.Entry // of the job, as they were before
	written []db.Entry // appended by this change
}

func (s *step) move(to db.JobState) error { return move(s.Job, to, s.now) }

// moveFrom moves a job that is in one of the given states and no other. Several arrows lead to most states, and the
// job may have moved on since it was looked at: a caller that means one arrow says so.
func (s *step) moveFrom(to db.JobState, from ...db.JobState) error {
	if err := s.expect(to, from...); err != nil {
		return err
	}
	return s.move(to)
}

// expect fails with a *MoveError towards a state where the job is in none of the given ones.
func (s *step) expect(to db.JobState, from ...db.JobState) error {
	if !in(s.Job.State, from...) {
		return &MoveError{ID: s.Job.ID, From: s.Job.State, To: to}
	}
	return nil
}

// trouble puts what went wrong into the row, in words for a person.
func (s *step) trouble(t trouble) {
	s.Job.ErrorCode, s.Job.ErrorMessage = t.Code, t.Message
	if t.Raw != "" {
		s.Job.RawAnswer = t.Raw
	}
}

// change runs fn on a job in one transaction, brings the engine's lists up to date and sends the events. It is the
// only way in which a job is changed, but for Release, KeyChanged and Revise, which weigh money or write several rows in one transaction of their own
// (admission.go). Where fn fails nothing is written and its error is returned as it is.
func (e *Engine) change(ctx context.Context, id int64, fn func(*step) error) (db.Job, error) {
	defer e.events.flush()
	e.commits.Lock()
	defer e.commits.Unlock()
	var (
		s      *step
		before db.Job
	)
	job, err := e.lib.Change(ctx, id, func(c *db.Change) error {
		s, before = e.newStep(c, e.now()), *c.Job
		if err := fn(s); err != nil {
			return err
		}
		e.keepAgreed(before, c.Job)
		if to := c.Job.State; to != before.State && !Allowed(before.State, to) {
			return &MoveError{ID: id, From: before.State, To: to}
		}
		return nil
	})
	if !isMove(err) {
		e.status.wrote(id, err)
	}
	if err != nil {
		return db.Job{}, err
	}
	if len(s.written) > 0 {
		e.events.add(LedgerChanged{ProfileID: job.ProfileID})
	}
	for _, a := range s.Added() {
		e.events.add(AssetAdded{ID: a.ID, JobID: job.ID})
	}
	e.announce(before, job)
	return job, nil
}

// announce makes the lists of the engine follow a row that was committed, and queues the events. The caller holds commits.
func (e *Engine) announce(before, job db.Job) {
	e.follow(job)
	if before.Progress != job.Progress {
		e.events.add(Progress{ID: job.ID, Percent: job.Progress})
	}
	if before.State != job.State || before.ErrorCode != job.ErrorCode || before.ErrorMessage != job.ErrorMessage ||
		before.Hold != job.Hold || before.Note != job.Note || !before.NotBefore.Equal(job.NotBefore) ||
		!sameRequest(before, job) {
		e.events.add(changed(job))
	}
	e.logChange(before, job)
}

// sameRequest reports whether a job still asks for what it asked for when it was read.
func sameRequest(a, b db.Job) bool {
	return bytes.Equal(a.Request, b.Request) && bytes.Equal(a.Inputs, b.Inputs) && a.InputPath == b.InputPath
}

func (e *Engine) newStep(c *db.Change, now time.Time) *step {
	return &step{Change: c, now: now, e: e, entries: slices.Clone(c.Entries())}
}

// follow makes the lists of the engine follow a row: what waits, what is watched, what is fetched. A row is in a
// list because of its state and for no other reason.
func (e *Engine) follow(job db.Job) {
	e.outbox.put(job)
	e.watches.put(job, e.firstPoll)
	e.fetches.put(job)
	e.takeDowns.put(job)
	if job.State.Ended() || in(job.State, db.Held, db.Unconfirmed) {
		e.followers.raise()
	}
	e.status.touch()
}

func (e *Engine) logChange(before, job db.Job) {
	switch {
	case before.State != job.State:
		args := []any{"ref", short(job.Ref), "from", before.State, "state", job.State}
		if job.TaskID != "" {
			args = append(args, "task", job.TaskID)
		}
		if job.Hold != "" {
			args = append(args, "hold", job.Hold)
		}
		if job.ErrorMessage != "" {
			args = append(args, "code", job.ErrorCode, "why", job.ErrorMessage)
		}
		e.log.Info("job", args...)
	case before.Progress != job.Progress:
		e.log.Info("job", "ref", short(job.Ref), "state", job.State, "progress", job.Progress)
	case before.ErrorMessage != job.ErrorMessage && job.GoesOn(): // a wait that was planned, for the job that is named
		e.log.Info("job", "ref", short(job.Ref), "state", job.State, "hold", job.Hold, "after", job.ErrorMessage)
	case before.ErrorMessage != job.ErrorMessage && job.ErrorMessage != "":
		e.log.Warn("job", "ref", short(job.Ref), "state", job.State, "code", job.ErrorCode, "why", job.ErrorMessage)
	}
}

// persist commits what cannot be learned a second time: the outcome of a request that may have cost money. It tries
// again for as long as it takes, because the answer exists nowhere else; the log gets the task id, so that it is not
// lost even where the disk stays full. It gives up when the engine is cut, and the row then becomes unconfirmed at
// the next start.
func (e *Engine) persist(id int64, log []any, fn func(*step) error) error {
	err := e.insist(func() (bool, error) {
		_, err := e.change(e.committing(), id, fn)
		if err != nil {
			e.log.Error("record outcome", append([]any{"job", id, "err", err}, log...)...)
		}
		return !isMove(err), err
	})
	return named("record outcome of", id, err)
}

// insist tries until it is done, or cannot be, or the engine is cut: then it tries once more, at once.
func (e *Engine) insist(try func() (again bool, err error)) error {
	for wait := time.Second; ; wait = min(2*wait, 30*time.Second) {
		again, err := try()
		if err == nil || !again || e.hard.Err() != nil {
			return err
		}
		t := e.clock.NewTimer(wait)
		select {
		case <-t.C():
		case <-e.hard.Done():
			t.Stop()
		}
	}
}

func changed(job db.Job) JobChanged {
	return JobChanged{ID: job.ID, ProfileID: job.ProfileID, Kind: job.Kind, State: job.State}
}

// short is how people see a ref.
func short(ref string) string { return ref[:min(4, len(ref))] }
