package jobs

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"viviscope/client"
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
			e.workers.Go(func() {
				e.fetches.done(f, e.fetch(f))
				e.status.touch()
			})
			if e.soft.Err() == nil {
				continue
			}
		}
		if !e.idle(e.fetches.wake, next) {
			return
		}
	}
}

// fetch tries once to bring the files of a job in and returns when to try again, which counts only while the row
// says that something is missing. Whatever happens here is free: nothing leads from a broken download to a request.
func (e *Engine) fetch(f *fetch) (next time.Time) {
	ctx, cancel := context.WithCancelCause(e.soft)
	defer cancel(nil)
	t := &turn{}
	e.workers.Go(func() { e.watchTurn(ctx, f, t, func() { cancel(errGaveWay) }) })

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
	pause := min(firstRetry<<min(f.misses-1, 10), maxRetry)
	switch {
	case errors.Is(err, client.ErrAuth) || errors.Is(err, errNoKey):
		pause = maxRetry
	case errors.Is(err, client.ErrDamaged):
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

// explain puts the reason of a failed download into the row, once for each reason: what was paid for is still at the
// service, and a person may have to make room for it.
func (e *Engine) explain(job db.Job, t trouble) {
	if job.ErrorCode == t.Code && job.ErrorMessage == t.Message {
		return
	}
	_, err := e.change(e.committing(), job.ID, func(s *step) error {
		if !in(s.Job.State, db.Completed, db.Downloading, db.Saving) {
			return &MoveError{ID: s.Job.ID, From: s.Job.State, To: db.Downloading}
		}
		s.trouble(t)
		return nil
	})
	if err != nil && !isMove(err) {
		e.log.Error("download", "job", job.ID, "err", err)
	}
}

// expire ends a job whose files the service deleted before they could be saved.
func (e *Engine) expire(id int64, t trouble) error {
	_, err := e.change(e.committing(), id, func(s *step) error {
		s.trouble(t)
		s.settle(db.Charge, "") // a clip that could not say what it cost
		return s.moveFrom(db.Expired, db.Downloading, db.Saving)
	})
	if err != nil {
		e.log.Error("expire", "job", id, "err", err)
	}
	return err
}

func clipGone(err error) trouble {
	t := troubleOf(err)
	t.Code = CodeGone
	return t
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

// isFileError reports whether the trouble is in this computer's files, not in what came.
func isFileError(err error) bool {
	var p *fs.PathError
	var l *os.LinkError
	var n syscall.Errno
	return errors.As(err, &p) || errors.As(err, &l) || errors.Is(err, db.ErrDiskFull) ||
		errors.As(err, &n) && (n == syscall.ENOSPC || n == syscall.EDQUOT || n == syscall.EROFS || n == syscall.EIO)
}

// missing is nil where a file of incoming/, which was checked before it got its name, is there, and errMissing where it is not.
// Any other error says nothing about it: its disk may be away.
func missing(path string) error {
	st, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Stat(filepath.Dir(path)); err != nil {
			return err
		}
		return errMissing
	}
	if err == nil && (!st.Mode().IsRegular() || st.Size() == 0) {
		return errMissing
	}
	return err
}

// errMissing says that a file which a row speaks of is not in incoming/ any more.
var errMissing = fmt.Errorf("the stored bytes are missing: %w", fs.ErrNotExist)
