package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"viviscope/client"
	"viviscope/db"
)

// StopWatching ends the polls of a task. The task goes on at the service, and costs: there is no cancel there.
// Errors: *MoveError where the job has no running task.
func (e *Engine) StopWatching(ctx context.Context, id int64) error {
	_, err := e.records.change(ctx, id, func(s *step) error { return s.moveFrom(db.Unwatched, db.Queued, db.InProgress) })
	return named("stop watching", id, err)
}

// WatchAgain picks up the polls of a task where StopWatching left it. For a task of which the service returns no
// state they begin anew, also where the job was given up. Where the job has ended otherwise, the service is asked
// once; see [CanAskAgain]. A task that was ordered with another key of the profile is polled and fetched with the key
// of now. The job goes on from the answer, and its ledger is corrected by what the answer proves. Errors: *MoveError
// for any other job, ErrSameAnswer where the task has failed still, or the error of the service; then nothing was
// changed.
func (e *Engine) WatchAgain(ctx context.Context, id int64) error {
	job, err := e.lib.Job(ctx, id)
	if err == nil && CanAskAgain(job) && !givenUp(job) {
		_, err = e.takeUp(ctx, job)
		return named("ask again about", id, err)
	}
	_, err = e.records.change(ctx, id, func(s *step) error {
		to := db.Queued
		if s.Job.Progress > 0 || s.Job.RawStatus == client.StatusInProgress {
			to = db.InProgress
		}
		_, unknown := AskedUntil(*s.Job)
		other := OrderedWithOtherKey(*s.Job) && s.Job.State != db.Held
		if other { // the user wants it to go on with the key of now
			s.Job.Account = ""
		}
		if s.Job.State != db.Unwatched && !unknown && !other {
			return &MoveError{ID: id, From: s.Job.State, To: to}
		}
		s.trouble(trouble{})
		if in(s.Job.State, db.Queued, db.InProgress, db.Completed, db.Downloading) {
			return nil
		}
		return s.move(to)
	})
	if err == nil {
		e.watches.hurry(id, 0)
		e.fetches.hurry(id, 0)
	}
	return named("watch again", id, err)
}

// ErrSameAnswer means that the service was asked again about a task, and that the task has ended still.
var ErrSameAnswer = errors.New("the service answers again that the task failed or ended")

// tryLinks tries the links of pictures again that were given up. Where they are dead the job ends as before. Errors: *MoveError
// where no link was given up.
func (e *Engine) tryLinks(ctx context.Context, id int64) error {
	_, err := e.records.change(ctx, id, func(s *step) error {
		var items []db.ResultItem
		if err := s.moveFrom(db.Saving, db.Expired); err != nil || !HasLostLink(*s.Job) {
			return cmp.Or(err, error(&MoveError{ID: id, From: db.Expired, To: db.Saving}))
		}
		if err := json.Unmarshal(s.Job.ResultItems, &items); err != nil {
			return err
		}
		for i := range items {
			items[i].Lost = false
		}
		raw, err := json.Marshal(items)
		s.Job.ResultItems = raw
		s.Job.EndedAt = time.Time{}
		s.trouble(trouble{})
		return err
	})
	return err
}

// HasLostLink reports whether a job has a link to a picture that was given up.
func HasLostLink(j db.Job) bool {
	var items []db.ResultItem
	return json.Unmarshal(j.ResultItems, &items) == nil && slices.ContainsFunc(items, func(it db.ResultItem) bool { return it.Lost })
}

// CheckNow asks about a task, or tries its download, as soon as may be: never within ten seconds of the last time.
// It goes on with a job of which a link was given up: it may work after all. It does nothing for a job that needs none of that.
func (e *Engine) CheckNow(ctx context.Context, id int64) {
	if err := e.tryLinks(ctx, id); err != nil && !isMove(err) {
		e.log.Error("try links", "job", id, "err", err)
	}
	e.watches.hurry(id, 0)
	e.fetches.hurry(id, 0)
}

// takeUp asks once about the task of a job that has ended, and goes on with the job where the service knows the task.
// Errors: ErrSameAnswer with the job where its task has ended still, *MoveError, or what the service answered.
func (e *Engine) takeUp(ctx context.Context, job db.Job) (db.Job, error) {
	svc, err := e.conns.get(ctx, job.ProfileID)
	if err != nil {
		return db.Job{}, err
	}
	task, err := svc.GetVideo(ctx, job.TaskID)
	if err != nil {
		return db.Job{}, err
	}
	job, err = e.records.change(ctx, job.ID, func(s *step) error {
		if !CanAskAgain(*s.Job) {
			return &MoveError{ID: job.ID, From: s.Job.State, To: db.Queued} // a poll was quicker
		}
		s.Job.Account = "" // the user asked with the key of now
		return s.observe(task)
	})
	if err == nil && in(job.State, db.Failed, db.Expired) {
		err = ErrSameAnswer
	}
	return job, err
}
