package jobs

import (
	"sync"
	"time"

	"viviscope/db"
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
	misses   int // attempts in a row that failed
	refusals refusals
	turns    int  // places given up to others
	behind   bool // it gave its place up: until next it takes only what nobody else wants
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
		f = &fetch{id: j.ID, profile: j.ProfileID, next: fs.now(), refusals: refusals{}}
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

// patience is how long a try of a job may be slow while others wait.
func (f *fetch) patience() time.Duration { return turnLength << min(f.turns, maxTurn) }

// gaveWay takes note of a turn that was given up: until the time returned the job only takes a place that nobody else
// wants. The caller is the worker that owns f.
func (f *fetch) gaveWay(now time.Time) (next time.Time) {
	f.turns++
	f.behind = true
	return now.Add(turnLength)
}
