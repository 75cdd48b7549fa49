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

// watching starts and stops the polls of single tasks.
type watching struct {
	*lifetime
	lib     Library
	records *records
	watches *watches
	fetches *fetches
	conns   *connections
}

// stopWatching implements [Engine.StopWatching].
func (w *watching) stopWatching(ctx context.Context, id int64) error {
	_, err := w.records.change(ctx, id, func(s *step) error {
		return s.moveFrom(db.Unwatched, db.Queued, db.InProgress)
	})
	return wrapJob("stop watching", id, err)
}

// watchAgain implements [Engine.WatchAgain].
func (w *watching) watchAgain(ctx context.Context, id int64) error {
	job, err := w.lib.Job(ctx, id)
	if err == nil && CanAskAgain(job) && !givenUp(job) {
		_, err = w.pollEnded(ctx, job)
		return wrapJob("ask again about", id, err)
	}
	_, err = w.records.change(ctx, id, func(s *step) error {
		to := db.Queued
		if s.Job.Progress > 0 || s.Job.RawStatus == client.StatusInProgress {
			to = db.InProgress
		}
		_, unknown := PolledUntil(*s.Job)
		other := OrderedWithOtherKey(*s.Job) && s.Job.State != db.Held
		if other { // the user wants to continue with the current key
			s.Job.Account = ""
		}
		if s.Job.State != db.Unwatched && !unknown && !other {
			return &MoveError{ID: id, From: s.Job.State, To: to}
		}
		s.setFault(fault{})
		if in(s.Job.State, db.Queued, db.InProgress, db.Completed, db.Downloading) {
			return nil
		}
		return s.move(to)
	})
	if err == nil {
		w.watches.makeDue(id, 0)
		w.fetches.makeDue(id, 0)
	}
	return wrapJob("watch again", id, err)
}

// ErrSameAnswer reports that the service was asked again about a task and the task is still failed or ended.
var ErrSameAnswer = errors.New("the service answers again that the task failed or ended")

// tryLinks retries the picture links of a job that were given up. If they are dead, the job ends as before. Errors:
// *MoveError if no link was given up.
func (w *watching) tryLinks(ctx context.Context, id int64) error {
	_, err := w.records.change(ctx, id, func(s *step) error {
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
		s.setFault(fault{})
		return err
	})
	return err
}

// HasLostLink reports whether a job has a picture link that was given up.
func HasLostLink(j db.Job) bool {
	var items []db.ResultItem
	return json.Unmarshal(j.ResultItems, &items) == nil &&
		slices.ContainsFunc(items, func(it db.ResultItem) bool { return it.Lost })
}

// checkNow implements [Engine.CheckNow].
func (w *watching) checkNow(ctx context.Context, id int64) {
	if err := w.tryLinks(ctx, id); err != nil && !isMove(err) {
		w.log.Error("try links", "job", id, "err", err)
	}
	w.watches.makeDue(id, 0)
	w.fetches.makeDue(id, 0)
}

// pollEnded polls the task of an ended job once, and continues the job if the service knows the task. Errors:
// ErrSameAnswer with the job if its task is still failed or ended, *MoveError, or the error of the service.
func (w *watching) pollEnded(ctx context.Context, job db.Job) (db.Job, error) {
	svc, err := w.conns.get(ctx, job.ProfileID)
	if err != nil {
		return db.Job{}, err
	}
	task, err := svc.GetVideo(ctx, job.TaskID)
	if err != nil {
		return db.Job{}, err
	}
	job, err = w.records.change(ctx, job.ID, func(s *step) error {
		if !CanAskAgain(*s.Job) {
			return &MoveError{ID: job.ID, From: s.Job.State, To: db.Queued} // a poll was faster
		}
		s.Job.Account = "" // the user asked with the current key
		return s.observe(task)
	})
	if err == nil && in(job.State, db.Failed, db.Expired) {
		err = ErrSameAnswer
	}
	return job, err
}
