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
	// sameAgain is the least time after which a file that came damaged is fetched again: it may still be being
	// written there.
	sameAgain = time.Minute
)

// downloader brings in what jobs made, and tries again what did not come.
type downloader struct {
	*lifetime
	lib      Library
	events   *bus
	status   *status
	records  *records
	fetches  *fetches
	conns    *connections
	bindings *bindings
	landing  *landing
	clips    *clipFetcher
	pictures *pictureFetcher
}

// run brings files in, soonest to be deleted first.
func (d *downloader) run() {
	for {
		f, next := d.fetches.take()
		if f != nil {
			d.workers.Go(guard.Func("download", func() {
				d.fetches.done(f, d.tryFetch(f))
				d.status.touch()
			}))
			if d.soft.Err() == nil {
				continue
			}
		}
		if !d.idle(d.fetches.wake, next) {
			return
		}
	}
}

// tryFetch is fetch, where a panic counts as a failed try.
func (d *downloader) tryFetch(f *fetch) (next time.Time) {
	next = d.now().Add(maxRetry) // where failed panics as well
	err := guard.Run("download", func() { next = d.fetch(f) })
	if err == nil {
		return next
	}
	_ = guard.Run("download", func() { // the job may be what panics
		job, _ := d.lib.Job(d.committing(), f.id) // an empty one has no row to explain it in
		next = d.failed(f, job, err, d.now())
	})
	return next
}

// fetch tries once to bring the files of a job in and returns when to try again, which counts only while the row
// says that something is missing. Whatever happens here is free: nothing leads from a broken download to a request.
func (d *downloader) fetch(f *fetch) (next time.Time) {
	ctx, cancel := context.WithCancelCause(d.soft)
	defer cancel(nil)
	t := &turn{}
	d.workers.Go(guard.Func("turn of a download", func() {
		t.watch(ctx, d.clock, f.patience(), d.fetches.othersWait, func() { cancel(errGaveWay) })
	}))

	job, err := d.lib.Job(ctx, f.id)
	if err == nil {
		if job.Kind.IsVideo() {
			err = d.clips.fetchClip(ctx, job, t)
		} else {
			err = d.pictures.fetchPictures(ctx, job, f.refusals)
		}
	}
	now := d.now()
	switch {
	case err == nil || d.soft.Err() != nil || isMove(err):
		f.misses = 0
		return now
	case errors.Is(context.Cause(ctx), errGaveWay):
		d.log.Info("download", "job", f.id, "why", errGaveWay)
		return f.gaveWay(now)
	}
	return d.failed(f, job, err, now)
}

// failed judges a try that brought nothing in: the job ends, or is tried again.
func (d *downloader) failed(f *fetch, job db.Job, err error, now time.Time) (next time.Time) {
	f.misses++
	d.log.Warn("download", "job", f.id, "try", f.misses, "err", err)
	if job.Kind.IsVideo() && f.refusals.lost(job, 0, err, now) {
		gone := err
		if err = d.clips.keepRefused(job, err); errors.Is(err, errMissing) {
			err = d.landing.expire(job.ID, clipGone(gone))
		}
		if err == nil {
			return now
		}
	}
	if err != nil && job.Kind.IsVideo() && d.refusedForFailure(job, err, now) {
		return now
	}
	if errors.Is(err, client.ErrAuth) {
		d.bindings.unbind(job.ID, job.Account)
	}
	pause := min(firstRetry<<min(f.misses-1, 10), maxRetry)
	switch {
	case errors.Is(err, client.ErrAuth), errors.Is(err, ErrNoKey), errors.Is(err, ErrOtherKey):
		pause = maxRetry
	case errors.Is(err, client.ErrDamaged), codeIs(err, CodeGone):
		pause = max(pause, sameAgain)
	}
	next = now.Add(max(pause+d.spread(pause/4), min(retryAfter(err), maxGate)))
	if job.ID != 0 { // its row could be read
		d.landing.explain(job, troubleOf(err))
		d.status.wrote(job.ID, err)
		d.warn(f, job, err, next)
	}
	return next
}

// refusedForFailure asks about the task of a clip whose content is refused: it may have failed, and been refunded,
// after it was said to be completed. It reports whether the job has ended for that. Where the refusal itself says so,
// nothing is asked. As for every task, two answers are needed.
func (d *downloader) refusedForFailure(job db.Job, err error, now time.Time) bool {
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
		svc, err := d.conns.get(d.soft, job.ProfileID)
		if err == nil {
			err = checkAccount(svc, job.Account)
		}
		if err == nil {
			task, err = svc.GetVideo(d.soft, job.TaskID)
		}
		if err != nil {
			return false
		}
	}
	after, err := d.records.change(d.committing(), job.ID, func(s *step) error {
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
		d.log.Error("download", "job", job.ID, "err", err)
	}
	return err == nil && after.State.Ended()
}

// warn tells that a download failed while the clock of its job runs.
func (d *downloader) warn(f *fetch, job db.Job, err error, next time.Time) {
	t := troubleOf(err)
	ev := DownloadFailed{ID: job.ID, ProfileID: job.ProfileID, Tries: f.misses, Next: next, Code: t.Code, Words: t.Message}
	if r, runs := RetentionOf(job); runs {
		ev.Deadline = r.Deadline
	}
	d.events.add(ev)
	d.events.flush()
}
