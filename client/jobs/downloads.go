package jobs

import (
	"context"
	"errors"
	"net/http"
	"time"

	"viviscope/client"
	"viviscope/client/guard"
	"viviscope/db"
)

const (
	firstRetry = 5 * time.Second
	maxRetry   = 5 * time.Minute
	// sameAgain is the least time after which a file that came damaged is fetched again: it may still be being written there.
	sameAgain = time.Minute
	// progressPause is the least time between two Progress events of one file.
	progressPause = 250 * time.Millisecond
)

// runFetches brings files in, soonest to be deleted first.
func (e *Engine) runFetches() {
	for {
		f, next := e.fetches.take()
		if f != nil {
			e.workers.Go(guard.Func("download", func() {
				e.fetches.done(f, e.tryFetch(f))
				e.status.touch()
			}))
			if e.soft.Err() == nil {
				continue
			}
		}
		if !e.idle(e.fetches.wake, next) {
			return
		}
	}
}

// tryFetch is fetch, where a panic counts as a failed try.
func (e *Engine) tryFetch(f *fetch) (next time.Time) {
	next = e.now().Add(maxRetry) // where failed panics as well
	err := guard.Run("download", func() { next = e.fetch(f) })
	if err == nil {
		return next
	}
	_ = guard.Run("download", func() { // the job may be what panics
		job, _ := e.lib.Job(e.committing(), f.id) // an empty one has no row to explain it in
		next = e.failed(f, job, err, e.now())
	})
	return next
}

// fetch tries once to bring the files of a job in and returns when to try again, which counts only while the row
// says that something is missing. Whatever happens here is free: nothing leads from a broken download to a request.
func (e *Engine) fetch(f *fetch) (next time.Time) {
	ctx, cancel := context.WithCancelCause(e.soft)
	defer cancel(nil)
	t := &turn{}
	e.workers.Go(guard.Func("turn of a download", func() { e.watchTurn(ctx, f, t, func() { cancel(errGaveWay) }) }))

	job, err := e.lib.Job(ctx, f.id)
	if err == nil {
		if job.Kind.IsVideo() {
			err = e.fetchClip(ctx, job, t)
		} else {
			err = e.fetchPictures(ctx, job, f)
		}
	}
	now := e.now()
	switch {
	case err == nil || e.soft.Err() != nil || isMove(err):
		f.misses = 0
		return now
	case errors.Is(context.Cause(ctx), errGaveWay):
		e.log.Info("download", "job", f.id, "why", errGaveWay)
		return f.gaveWay(now)
	}
	return e.failed(f, job, err, now)
}

// failed judges a try that brought nothing in: the job ends, or is tried again.
func (e *Engine) failed(f *fetch, job db.Job, err error, now time.Time) (next time.Time) {
	f.misses++
	e.log.Warn("download", "job", f.id, "try", f.misses, "err", err)
	if job.Kind.IsVideo() && f.lost(job, 0, err, now) {
		gone := err
		if err = e.keepRefused(job, err); errors.Is(err, errMissing) {
			err = e.expire(job.ID, clipGone(gone))
		}
		if err == nil {
			return now
		}
	}
	if err != nil && job.Kind.IsVideo() && e.refusedForFailure(job, err, now) {
		return now
	}
	if errors.Is(err, client.ErrAuth) {
		e.unbind(job.ID, job.Account)
	}
	pause := min(firstRetry<<min(f.misses-1, 10), maxRetry)
	switch {
	case errors.Is(err, client.ErrAuth), errors.Is(err, ErrNoKey), errors.Is(err, ErrOtherKey):
		pause = maxRetry
	case errors.Is(err, client.ErrDamaged), codeIs(err, CodeGone):
		pause = max(pause, sameAgain)
	}
	next = now.Add(max(pause+e.spread(pause/4), min(retryAfter(err), maxGate)))
	if job.ID != 0 { // its row could be read
		e.explain(job, troubleOf(err))
		e.status.wrote(job.ID, err)
		e.warn(f, job, err, next)
	}
	return next
}

// refusedForFailure asks about the task of a clip whose content is refused: it may have failed, and been refunded,
// after it was said to be completed. It reports whether the job has ended for that. Where the refusal itself says so,
// nothing is asked. As for every task, two answers are needed.
func (e *Engine) refusedForFailure(job db.Job, err error, now time.Time) bool {
	says := errors.Is(err, client.ErrTaskFailed)
	if !refuses(err) && !says && statusOf(err) < http.StatusInternalServerError ||
		now.Sub(job.LastCheckAt).Abs() < minPause {
		return false
	}
	task := &client.VideoTask{Status: client.StatusFailed, RawStatus: client.StatusFailed}
	if says {
		t := troubleOf(err)
		task.Error, task.Raw = &client.TaskError{Code: t.Code, Message: t.Message}, t.Raw
	} else {
		svc, err := e.conns.get(e.soft, job.ProfileID)
		if err == nil {
			err = checkAccount(svc, job.Account)
		}
		if err == nil {
			task, err = svc.GetVideo(e.soft, job.TaskID)
		}
		if err != nil {
			return false
		}
	}
	after, err := e.records.change(e.committing(), job.ID, func(s *step) error {
		if s.Job.State != db.Downloading {
			return &MoveError{ID: s.Job.ID, From: s.Job.State, To: db.Failed}
		}
		if client.IsEnd(task.Status) {
			return s.observe(task)
		}
		s.Job.RawStatus, s.Job.LastCheckAt = task.RawStatus, s.now
		return nil
	})
	if err != nil && !isMove(err) {
		e.log.Error("download", "job", job.ID, "err", err)
	}
	return err == nil && after.State.Ended()
}

// warn tells that a download failed while the clock of its job runs.
func (e *Engine) warn(f *fetch, job db.Job, err error, next time.Time) {
	t := troubleOf(err)
	ev := DownloadFailed{ID: job.ID, ProfileID: job.ProfileID, Tries: f.misses, Next: next, Code: t.Code, Words: t.Message}
	if r, runs := RetentionOf(job); runs {
		ev.Deadline = r.Deadline
	}
	e.events.add(ev)
	e.events.flush()
}

// watchTurn calls give when the try has been slow for too long and others wait. It returns then, or when ctx ends.
func (e *Engine) watchTurn(ctx context.Context, f *fetch, t *turn, give func()) {
	patience := turnLength << min(f.turns, maxTurn)
	slow := time.Duration(0)
	for {
		before := t.gained.Load()
		timer := e.clock.NewTimer(turnCheck)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-timer.C():
		}
		if t.gained.Load()-before < int64(turnFloor*turnCheck/time.Second) {
			slow += turnCheck
		} else {
			slow = 0
		}
		if slow >= patience && e.fetches.othersWait() {
			give()
			return
		}
	}
}

// ticking returns a progress callback that sends an event at most every progressPause, and one for the last byte.
func (e *Engine) ticking(id int64, t *turn) func(done, total int64) {
	var last time.Time
	return func(done, total int64) {
		t.at(done)
		now := e.clock.Now()
		if now.Sub(last) < progressPause && done != total {
			return
		}
		last = now
		e.events.add(Progress{ID: id, Done: done, Total: total})
		e.events.flush()
	}
}

// gaveWay takes note of a turn that was given up: until the time returned the job only takes a place that nobody else
// wants. The caller is the worker that owns f.
func (f *fetch) gaveWay(now time.Time) (next time.Time) {
	f.turns++
	f.behind = true
	return now.Add(turnLength)
}
