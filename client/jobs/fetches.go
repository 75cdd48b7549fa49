package jobs

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"viviscope/client"
	"viviscope/client/guard"
	"viviscope/db"
	"viviscope/db/folder"
)

// fetch is one job whose files are to be brought into the library. Its fields are guarded by fetches.mu, except
// while busy, when the worker that took it owns those below the line.
type fetch struct {
	id, profile int64
	deadline    time.Time
	next        time.Time
	busy        bool
	anew        bool // the clock was set back while busy: the time that the worker returns may lie days ahead

	// ----
	misses   int             // attempts in a row that failed
	refusals map[int]refusal // by file: 0 for a clip, else the place of the picture
	turns    int             // places given up to others
	behind   bool            // it gave its place up: until next it takes only what nobody else wants
}

// fetches is the list of files to bring in. Of all whose time has come, the one that the service deletes first is
// fetched first.
type fetches struct {
	wake signal
	now  func() time.Time // read under mu, as by the outbox

	mu      sync.Mutex
	byID    map[int64]*fetch
	workers int
	active  int
	seen    time.Time // what the clock last said
}

func newFetches(workers int, now func() time.Time) *fetches {
	return &fetches{wake: newSignal(), now: now, byID: make(map[int64]*fetch), workers: workers}
}

// put makes the list follow a row.
func (fs *fetches) put(j db.Job) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	f := fs.byID[j.ID]
	if !in(j.State, db.Completed, db.Downloading, db.Saving) {
		delete(fs.byID, j.ID)
		return
	}
	if f == nil {
		f = &fetch{id: j.ID, profile: j.ProfileID, next: fs.now(), refusals: make(map[int]refusal)}
		fs.byID[j.ID] = f
		fs.wake.raise()
	}
	f.deadline = deadline(j)
}

// take hands out the next file, or says when to come back; zero: when woken.
func (fs *fetches) take() (best *fetch, next time.Time) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	now := fs.now()
	if setBack(fs.seen, now) { // what waits for a time may wait for days now
		for _, f := range fs.byID {
			if f.next.After(now) {
				f.next = now
			}
			f.anew = f.busy
		}
	}
	fs.seen = now
	if fs.active >= fs.workers {
		return nil, time.Time{}
	}
	var spare *fetch // behind, and its time has not come
	for _, f := range fs.byID {
		switch {
		case f.busy:
		case f.next.After(now) && f.behind:
			spare = sooner(spare, f)
		case f.next.After(now):
			if next.IsZero() || f.next.Before(next) {
				next = f.next
			}
		default:
			best = sooner(best, f)
		}
	}
	if best == nil {
		best = spare
	}
	if best == nil {
		return nil, next
	}
	best.behind = false
	best.busy = true
	fs.active++
	return best, time.Time{}
}

// sooner returns the one that the service deletes first; a is nil or a fetch.
func sooner(a, b *fetch) *fetch {
	if a == nil || b.deadline.Before(a.deadline) || b.deadline.Equal(a.deadline) && b.id < a.id {
		return b
	}
	return a
}

// othersWait reports whether a job whose time has come has no place.
func (fs *fetches) othersWait() bool {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	now := fs.now()
	for _, f := range fs.byID {
		if !f.busy && !f.next.After(now) {
			return true
		}
	}
	return false
}

// done takes a file back; it is tried again at next unless its row has left the list.
func (fs *fetches) done(f *fetch, next time.Time) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	fs.active--
	if f.anew {
		next = fs.now()
	}
	f.busy, f.anew, f.next = false, false, next
	fs.wake.raise()
}

// hurry tries one job's files, or all of a profile where id is 0, at once.
func (fs *fetches) hurry(id, profile int64) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	for _, f := range fs.byID {
		if (f.id == id || id == 0 && f.profile == profile) && !f.busy {
			f.misses, f.next, f.behind = 0, fs.now(), false
		}
	}
	fs.wake.raise()
}

func (fs *fetches) count() int {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	return len(fs.byID)
}

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
	after, err := e.change(e.committing(), job.ID, func(s *step) error {
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
	return errors.As(err, &p) || errors.As(err, &l) || errors.Is(err, folder.ErrDiskFull) ||
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

const (
	// turnFloor is how many bytes a second a download must bring to keep its place while others wait for one.
	turnFloor = 32 << 10
	// turnLength is how long it may be slower at first; each turn that it gives up doubles the next, so that also a
	// file which cannot be continued, and begins again each time, comes in one day.
	turnLength = 3 * time.Minute
	turnCheck  = time.Minute
	maxTurn    = 8 // doublings: about half a day
)

// errGaveWay ends a slow download in favour of others. Its part stays and is continued in its next turn.
var errGaveWay = errors.New("too slow to keep its place while others wait")

// turn counts what one try brings in.
type turn struct {
	gained atomic.Int64
	last   int64 // of the goroutine that downloads; the bytes of an earlier try are no gain
	begun  bool
}

func (t *turn) at(done int64) {
	if t.begun && done > t.last {
		t.gained.Add(done - t.last)
	}
	t.begun, t.last = true, done
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

// gaveWay takes note of a turn that was given up: until the time returned the job only takes a place that nobody else
// wants. The caller is the worker that owns f.
func (f *fetch) gaveWay(now time.Time) (next time.Time) {
	f.turns++
	f.behind = true
	return now.Add(turnLength)
}
