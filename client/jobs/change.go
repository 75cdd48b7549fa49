package jobs

import (
	"bytes"
	"context"
	"slices"
	"time"

	"viviscope/db"
)

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
// only way in which a job is changed. Where fn fails nothing is written and its error is returned as it is.
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
