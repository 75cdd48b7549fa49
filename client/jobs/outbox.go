package jobs

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"viviscope/db"
)

// lane is a queue of jobs: the tasks or the picture calls of one profile. Each lane has its own places.
type lane struct {
	profile int64
	video   bool
}

type ticket struct {
	id        int64
	notBefore time.Time
	priority  int
	expires   time.Time // the earliest expiry of its pictures' links; zero: none is known
}

// compare orders jobs by turn: first jobs that another job waits for, then by the expiry of their pictures' links, then
// by age.
func (t ticket) compare(o ticket) int {
	soonest := t.expires.Compare(o.expires)
	if t.expires.IsZero() || o.expires.IsZero() {
		soonest = -soonest
	}
	return cmp.Or(o.priority-t.priority, soonest, cmp.Compare(t.id, o.id))
}

// outbox tracks which jobs wait for their turn and which occupy a place at the service. It is an index of the rows. The
// transaction that makes a job `sending` decides; a claim without that transaction has no effect.
type outbox struct {
	wake signal

	mu      sync.Mutex
	closed  bool                    // nothing more is sent in this run
	waiting map[lane][]ticket       // in the order of their turns
	active  map[lane]map[int64]bool // jobs that occupy a place; true: the request may have been sent
	// busy contains the jobs that a worker has claimed. The function cancels the worker before it sends the request.
	busy  map[int64]func()
	gates gates            // until when nothing of a profile is sent
	now   func() time.Time // read under mu: the clock may be set back between an earlier reading and the lock
}

// limits are the numbers of places of a profile.
type limits struct{ tasks, images int }

func newOutbox(now func() time.Time) *outbox {
	return &outbox{
		now: now, wake: newSignal(), waiting: make(map[lane][]ticket),
		active: make(map[lane]map[int64]bool), busy: make(map[int64]func()), gates: newGates(),
	}
}

func laneOf(j db.Job) lane { return lane{j.ProfileID, j.Kind.IsVideo()} }

// put updates the index for a row. A waiting job keeps its place while a worker has it, because its pictures are being
// uploaded. If the job is held, or must not be sent before some time, its worker is cancelled.
func (o *outbox) put(j db.Job) {
	o.mu.Lock()
	defer o.mu.Unlock()
	l := laneOf(j)
	_, placed := o.active[l][j.ID]
	stop, busy := o.busy[j.ID]
	o.remove(l, j.ID)
	if busy && (j.State == db.Held || j.NotBefore.After(o.now())) {
		stop()
	}
	switch {
	case j.State == db.Waiting:
		if placed && busy {
			o.occupy(l, j.ID, false)
		}
		t := ticket{id: j.ID, notBefore: j.NotBefore, priority: j.Priority}
		if t.notBefore.Sub(o.now()) > maxNotBefore { // from a clock that was ahead
			t.notBefore = time.Time{}
		}
		if frames := expiringInputs(j, o.now()); len(frames) > 0 {
			t.expires = frames[0].Expires
		}
		i, _ := slices.BinarySearchFunc(o.waiting[l], t, ticket.compare)
		o.waiting[l] = slices.Insert(o.waiting[l], i, t)
		o.wake.raise()
	case occupiesPlace(j):
		o.occupy(l, j.ID, true)
	case placed:
		o.wake.raise() // a place became free
	}
}

// drop removes a deleted row from the index.
func (o *outbox) drop(id int64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for l := range o.waiting {
		o.remove(l, id)
	}
	for l := range o.active {
		o.remove(l, id)
	}
	if stop, busy := o.busy[id]; busy {
		stop()
	}
	o.wake.raise()
}

// setCancel sets the function that cancels the worker of a job before the request is sent. The worker reads the row
// after that.
func (o *outbox) setCancel(id int64, stop func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.busy[id] = stop
	if o.closed {
		stop()
	}
}

// done ends a worker's claim of a job. If the job waits again, it gives up its place.
func (o *outbox) done(id int64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.busy, id)
	for l, w := range o.waiting {
		if slices.ContainsFunc(w, func(t ticket) bool { return t.id == id }) {
			delete(o.active[l], id)
		}
	}
	o.wake.raise()
}

// gate blocks sending for a profile for a while after the service reported too many requests.
func (o *outbox) gate(profile int64, wait time.Duration) {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := o.now()
	o.checkClock(now)
	o.gates.extend(profile, now.Add(wait))
}

// checkClock checks for a clock that was set back, and restarts the rest of each wait at the new time.
func (o *outbox) checkClock(now time.Time) {
	seen := o.gates.seen
	if !o.gates.checkClock(now) {
		return
	}
	for _, w := range o.waiting {
		for i := range w {
			if w[i].notBefore.After(now) {
				w[i].notBefore = now.Add(min(max(w[i].notBefore.Sub(seen), 0), maxNotBefore))
			}
		}
	}
}

// profiles lists the profiles that have jobs waiting.
func (o *outbox) profiles() []int64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	var ids []int64
	for l, w := range o.waiting {
		if len(w) > 0 && !slices.Contains(ids, l.profile) {
			ids = append(ids, l.profile)
		}
	}
	return ids
}

// claim returns every job that may be sent now, and assigns each its place and one worker until done. next is when to
// call again, for a job that must not be sent before; zero if no job waits for a time.
func (o *outbox) claim(of map[int64]limits) (claimed []int64, next time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed {
		return nil, time.Time{}
	}
	now := o.now()
	o.checkClock(now)
	later := func(t time.Time) {
		if next.IsZero() || t.Before(next) {
			next = t
		}
	}
	for l, w := range o.waiting {
		places := of[l.profile].tasks
		if !l.video {
			places = of[l.profile].images
		}
		if gate := o.gates.until[l.profile]; gate.After(now) {
			if len(w) > 0 {
				later(gate)
			}
			continue
		}
		var kept []ticket
		for _, t := range w {
			_, busy := o.busy[t.id]
			switch {
			case busy, len(o.active[l]) >= places:
				kept = append(kept, t)
			case t.notBefore.After(now):
				later(t.notBefore)
				kept = append(kept, t)
			default:
				o.occupy(l, t.id, false)
				o.busy[t.id] = func() {}
				claimed = append(claimed, t.id)
			}
		}
		o.waiting[l] = kept
	}
	slices.Sort(claimed)
	return claimed, next
}

// close stops or resumes sending. If shut, it also cancels workers that have not sent their request yet.
func (o *outbox) close(shut bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed = shut
	if shut {
		for _, stop := range o.busy {
			stop()
		}
	}
	o.wake.raise()
}

// openPictures counts the picture calls that may have been sent.
func (o *outbox) openPictures() (n int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for l, a := range o.active {
		for _, left := range a {
			if left && !l.video {
				n++
			}
		}
	}
	return n
}

func (o *outbox) occupy(l lane, id int64, left bool) {
	if o.active[l] == nil {
		o.active[l] = make(map[int64]bool)
	}
	o.active[l][id] = left
}

func (o *outbox) remove(l lane, id int64) {
	delete(o.active[l], id)
	o.waiting[l] = slices.DeleteFunc(o.waiting[l], func(t ticket) bool { return t.id == id })
}
