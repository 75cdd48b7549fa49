package jobs

import (
	"sync"
	"time"

	"viviscope/client/guard"
	"viviscope/db"
)

// Event is one of the types below. Each that speaks of a row is sent after the commit that made it true, in the
// order of the commits. An event is a hint to read again, not a copy of the row.
type Event interface{ event() }

// JobChanged says that a job was made or changed its state, or that words shown with it changed. An empty State
// means that the row is gone: a person discarded a job of which nothing was sent.
type JobChanged struct {
	ID        int64
	ProfileID int64
	Kind      db.JobKind
	State     db.JobState
}

// Progress says how far a job has come without a change of its state: with a task at the service, or with a file on its way.
// Of a file at most a few come per second.
type Progress struct {
	ID          int64
	Percent     int   // of the task, as the service says: 0 to 99, never going back
	Done, Total int64 // bytes of the file; Total is 0 where the service did not say
	Upload      bool  // the file is a picture on its way to the person's host, before the request of the job leaves
	Place       int   // of that picture, as in [db.Input]
}

// DownloadFailed says that a try to bring the files of a job in failed, that it will be tried again, and how long the
// service still keeps them. It is sent for every such try; JobChanged comes only when the words of the row change.
type DownloadFailed struct {
	ID, ProfileID int64
	Tries         int       // that failed in a row, in this run of the program
	Next          time.Time // the next try; CheckNow makes it at once
	Deadline      time.Time // Retention.Deadline; zero where no clock runs
	Code, Words   string    // why, as in Retention
}

// AssetAdded reports that a file counts: whole, in the library, its row committed. It is also sent when the size in a
// row was corrected.
type AssetAdded struct{ ID, JobID int64 }

// LedgerChanged says that entries were appended for a profile.
type LedgerChanged struct{ ProfileID int64 }

// PoolStatus sums up what the engine does. At most four come per second.
type PoolStatus struct {
	Watched   int       // tasks that are polled
	NextCheck time.Time // the next poll; zero: none planned
	Downloads int       // files being fetched, or waiting for it
	Calls     int       // requests that may cost money and have no answer yet
	Paused    bool
	DiskFull  bool // what a job brought, or its row, has no room: it is tried again by itself
}

// ConnectionChanged says that a profile's service stopped answering, or answers again. The rest is empty when OK.
type ConnectionChanged struct {
	ProfileID  int64
	OK         bool
	KeyRefused bool   // it answers, and refuses the key
	Code       string // what went wrong, one of the codes of jobs or of the service
	Words      string // of the service; where it said nothing, of the program's log
}

// LedgerCorrected tells that a person added to the ledger of a profile what no job wrote, such as the price of a charge that had
// none. Any goroutine.
func (e *Engine) LedgerCorrected(profileID int64) {
	e.events.add(LedgerChanged{ProfileID: profileID})
	e.events.flush()
}

func (JobChanged) event()        {}
func (Progress) event()          {}
func (DownloadFailed) event()    {}
func (AssetAdded) event()        {}
func (LedgerChanged) event()     {}
func (PoolStatus) event()        {}
func (ConnectionChanged) event() {}

// bus delivers events in the order in which they were queued. Queueing is cheap and is done under the lock that
// orders the commits; delivery happens later, on the goroutine that calls flush, with no lock held: a
// subscriber may call back into the engine.
type bus struct {
	mu       sync.Mutex
	queue    []Event
	draining bool
	next     int
	subs     map[int]func(Event)
	order    []int
}

func newBus() *bus { return &bus{subs: make(map[int]func(Event))} }

func (b *bus) subscribe(fn func(Event)) (cancel func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	id := b.next
	b.next++
	b.subs[id] = fn
	b.order = append(b.order, id)
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.subs, id)
		for i, x := range b.order {
			if x == id {
				b.order = append(b.order[:i:i], b.order[i+1:]...)
				break
			}
		}
	}
}

func (b *bus) add(evs ...Event) {
	b.mu.Lock()
	b.queue = append(b.queue, evs...)
	b.mu.Unlock()
}

// flush delivers what is queued. Where another goroutine is delivering already it takes these along, and flush
// returns at once: order matters more than which goroutine calls.
func (b *bus) flush() {
	b.mu.Lock()
	if b.draining {
		b.mu.Unlock()
		return
	}
	b.draining = true
	for len(b.queue) > 0 {
		batch := b.queue
		b.queue = nil
		subs := make([]func(Event), 0, len(b.order))
		for _, id := range b.order {
			subs = append(subs, b.subs[id])
		}
		b.mu.Unlock()
		for _, ev := range batch {
			for _, fn := range subs {
				_ = guard.Run("event", func() { fn(ev) }) // the committer and the other subscribers go on
			}
		}
		b.mu.Lock()
	}
	b.draining = false
	b.mu.Unlock()
}

// Subscribe calls fn for every event until cancel is called. fn runs on a worker's goroutine and must not block;
// it may call the engine. An event that is being delivered may still arrive after cancel.
func (e *Engine) Subscribe(fn func(Event)) (cancel func()) { return e.events.subscribe(fn) }

// statusPause is the least time between two PoolStatus events.
const statusPause = 250 * time.Millisecond

// status counts what has no row of its own and says when a PoolStatus is due.
type status struct {
	wake signal

	mu   sync.Mutex
	open int            // calls that may cost money, without an answer yet
	full map[int64]bool // jobs whose last writing failed because the disk is full
}

func newStatus() *status { return &status{wake: newSignal(), full: map[int64]bool{}} }

// wrote notes how the last writing for a job ended; nil too where there is nothing to write any more.
func (s *status) wrote(job int64, err error) {
	s.mu.Lock()
	if delete(s.full, job); err != nil && codeOf(err) == CodeDiskFull {
		s.full[job] = true
	}
	s.mu.Unlock()
	s.touch()
}

func (s *status) diskFull() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.full) > 0
}

func (s *status) touch() { s.wake.raise() }

func (s *status) calls(n int) {
	s.mu.Lock()
	s.open += n
	s.mu.Unlock()
	s.touch()
}

// OpenCalls returns how many requests that may cost money have no answer yet, of clips and pictures.
func (e *Engine) OpenCalls() int {
	e.status.mu.Lock()
	defer e.status.mu.Unlock()
	return e.status.open
}

// Status returns what the engine does right now.
func (e *Engine) Status() PoolStatus {
	watched, next := e.watches.view()
	return PoolStatus{
		Watched: watched, NextCheck: next, Downloads: e.fetches.count(), Calls: e.OpenCalls(), Paused: e.Paused(), DiskFull: e.status.diskFull(),
	}
}

// runStatus sends a PoolStatus when something has changed, and then none for statusPause.
func (e *Engine) runStatus() {
	var last PoolStatus
	for e.idle(e.status.wake, time.Time{}) {
		if now := e.Status(); now != last {
			last = now
			e.events.add(now)
			e.events.flush()
		}
		if !e.idle(nil, e.now().Add(statusPause)) {
			return
		}
	}
}
