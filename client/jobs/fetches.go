package jobs

import (
	"sync"
	"time"

	"viviscope/db"
)

// fetch is one job with files to download. Its fields are guarded by fetches.mu, except those below the line: while the
// fetch is busy, the worker that took it owns them.
type fetch struct {
	id, profile int64
	deadline    time.Time
	next        time.Time
	busy        bool
	rescheduled bool // the clock was set back while busy: the time that the worker returns may be days ahead

	// ----
	misses   int // failed tries in a row
	refusals refusals
	yields   int  // how often it gave up its place to others
	yielded  bool // it gave up its place: until next it only takes a free place that no other job needs
}

// fetches is the list of files to download. Among the due ones, the file that the service deletes first comes first.
type fetches struct {
	wake signal
	now  func() time.Time // read under mu, as by the outbox

	mu      sync.Mutex
	byID    map[int64]*fetch
	workers int
	active  int
	seen    time.Time // the last reading of the clock
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
		f = &fetch{id: j.ID, profile: j.ProfileID, next: fs.now(), refusals: refusals{}}
		fs.byID[j.ID] = f
		fs.wake.raise()
	}
	f.deadline = deadline(j)
}

// take returns the next due job, or when to call again; a zero time means after the next wake-up.
func (fs *fetches) take() (best *fetch, next time.Time) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	now := fs.now()
	if isSetBack(fs.seen, now) { // a wait could take days now
		for _, f := range fs.byID {
			if f.next.After(now) {
				f.next = now
			}
			f.rescheduled = f.busy
		}
	}
	fs.seen = now
	if fs.active >= fs.workers {
		return nil, time.Time{}
	}
	var spare *fetch // behind, and not due
	for _, f := range fs.byID {
		switch {
		case f.busy:
		case f.next.After(now) && f.yielded:
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
	best.yielded = false
	best.busy = true
	fs.active++
	return best, time.Time{}
}

// sooner returns the one that the service deletes first. a may be nil.
func sooner(a, b *fetch) *fetch {
	if a == nil || b.deadline.Before(a.deadline) || b.deadline.Equal(a.deadline) && b.id < a.id {
		return b
	}
	return a
}

// othersWait reports whether a due job has no place.
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

// done returns a job to the list. It is tried again at next, unless its row has left the list.
func (fs *fetches) done(f *fetch, next time.Time) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	fs.active--
	if f.rescheduled {
		next = fs.now()
	}
	f.busy, f.rescheduled, f.next = false, false, next
	fs.wake.raise()
}

// makeDue makes the files of one job, or of a whole profile if id is 0, due at once.
func (fs *fetches) makeDue(id, profile int64) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	for _, f := range fs.byID {
		if (f.id == id || id == 0 && f.profile == profile) && !f.busy {
			f.misses, f.next, f.yielded = 0, fs.now(), false
		}
	}
	fs.wake.raise()
}

func (fs *fetches) count() int {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	return len(fs.byID)
}

// slowTimeout returns how long a download may be slow while others wait, before it yields.
func (f *fetch) slowTimeout() time.Duration { return firstSlowTimeout << min(f.yields, maxDoublings) }

// yield records that a download gave up its place. Until the returned time the job only takes a free place that no
// other job needs. The caller is the worker that owns f.
func (f *fetch) yield(now time.Time) (next time.Time) {
	f.yields++
	f.yielded = true
	return now.Add(firstSlowTimeout)
}
