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
	// sameAgain is the least time after which a damaged file is downloaded again. The service may still be writing it.
	sameAgain = time.Minute
)

// downloader downloads the results of jobs, and retries failed downloads.
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

// run downloads files. The file that the service deletes first comes first.
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

// tryFetch calls fetch. A panic counts as a failed try.
func (d *downloader) tryFetch(f *fetch) (next time.Time) {
	next = d.now().Add(maxRetry) // used if failed panics as well
	err := guard.Run("download", func() { next = d.fetch(f) })
	if err == nil {
		return next
	}
	_ = guard.Run("download", func() { // the job itself may cause the panic
		job, _ := d.lib.Job(d.commitContext(), f.id) // if it cannot be read, there is no row to update
		next = d.handleFailure(f, job, err, d.now())
	})
	return next
}

// fetch tries once to download the files of a job and returns when to try again. The time counts only while files are
// missing according to the row. Everything here is free: a broken download never causes a new paid request.
func (d *downloader) fetch(f *fetch) (next time.Time) {
	ctx, cancel := context.WithCancelCause(d.soft)
	defer cancel(nil)
	t := &rateMeter{}
	d.workers.Go(guard.Func("turn of a download", func() {
		t.watch(ctx, d.clock, f.slowTimeout(), d.fetches.othersWait, func() { cancel(errYielded) })
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
	case errors.Is(context.Cause(ctx), errYielded):
		d.log.Info("download", "job", f.id, "why", errYielded)
		return f.yield(now)
	}
	return d.handleFailure(f, job, err, now)
}

// handleFailure handles a failed try: it ends the job, or returns the time of the next try.
func (d *downloader) handleFailure(f *fetch, job db.Job, err error, now time.Time) (next time.Time) {
	f.misses++
	d.log.Warn("download", "job", f.id, "try", f.misses, "err", err)
	if job.Kind.IsVideo() && f.refusals.isLost(job, 0, err, now) {
		gone := err
		if err = d.clips.importRefused(job, err); errors.Is(err, errMissing) {
			err = d.landing.expire(job.ID, clipGone(gone))
		}
		if err == nil {
			return now
		}
	}
	if err != nil && job.Kind.IsVideo() && d.endIfTaskFailed(job, err, now) {
		return now
	}
	if errors.Is(err, client.ErrAuth) {
		d.bindings.unbind(job.ID, job.Account)
	}
	pause := min(firstRetry<<min(f.misses-1, 10), maxRetry)
	switch {
	case errors.Is(err, client.ErrAuth), errors.Is(err, ErrNoKey), errors.Is(err, ErrOtherKey):
		pause = maxRetry
	case errors.Is(err, client.ErrDamaged), hasCode(err, CodeGone):
		pause = max(pause, sameAgain)
	}
	next = now.Add(max(pause+d.randomPause(pause/4), min(retryAfter(err), maxGate)))
	if job.ID != 0 { // its row could be read
		d.landing.storeReason(job, faultOf(err))
		d.status.recordWrite(job.ID, err)
		d.publishFailure(f, job, err, next)
	}
	return next
}

// endIfTaskFailed polls the task of a clip that the service refuses to deliver: after it was reported as completed,
// it may have failed and been refunded. It reports whether the job has ended because of that. If the refusal itself
// reports the failure, nothing is polled. As for every task, two answers are required.
func (d *downloader) endIfTaskFailed(job db.Job, err error, now time.Time) bool {
	says := errors.Is(err, client.ErrTaskFailed)
	if !isRefusal(err) && !says && statusOf(err) < http.StatusInternalServerError ||
		now.Sub(job.LastCheckAt).Abs() < minPause {
		return false
	}
	task := &client.VideoTask{Status: client.StatusFailed, RawStatus: client.StatusFailed}
	if says {
		t := faultOf(err)
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
	after, err := d.records.change(d.commitContext(), job.ID, func(s *step) error {
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

// publishFailure publishes a DownloadFailed event, with the deadline if the service will delete the files.
func (d *downloader) publishFailure(f *fetch, job db.Job, err error, next time.Time) {
	t := faultOf(err)
	ev := DownloadFailed{ID: job.ID, ProfileID: job.ProfileID, Tries: f.misses, Next: next, Code: t.Code,
		Message: t.Message}
	if r, runs := RetentionOf(job); runs {
		ev.Deadline = r.Deadline
	}
	d.events.add(ev)
	d.events.flush()
}
