package jobs

import (
	"container/heap"
	"sync"
	"time"

	"viviscope/client"
	"viviscope/db"
)

const (
	// A service that hangs must not eat all the polls of the others.
	maxPolls           = 48
	maxPollsPerProfile = 24

	// givenUpPause lies between two of those jobs that were given up and are asked about again at a start.
	givenUpPause = 250 * time.Millisecond

	maxSeen = 64 // progress points kept per task; the newest say where it is going

	quietWrite = time.Minute // how old LastCheckAt may get in the row of a task that shows no progress
)

// watch is one task that is asked about. Its fields are guarded by watches.mu, except while busy, when the poll that
// took it owns the fields below the line.
type watch struct {
	id, profile int64
	taskID      string
	kind        taskKind
	accepted    time.Time
	next        time.Time
	at          int       // place in the heap; -1: not in it
	busy        bool      // a poll is under way
	gone        bool      // the row says that it is not watched any more
	paced       bool      // next is a slot that the pacer gave
	anew        bool      // hurried, or the clock was set back, while busy: its poll does not say when to ask again
	until       time.Time // of a job that was given up: it is not asked about after that

	// What the row says, so that a poll which brings nothing new costs no transaction.
	account   string
	state     db.JobState
	raw       string
	progress  int
	live      int // progress as it was last told; the row may lag behind
	lastWrite time.Time
	troubled  bool

	last time.Time // start of the last poll; of the submission before the first one

	// ----
	polled  bool // there was a poll, in this run or an earlier one
	seen    []client.Seen
	misses  int     // polls in a row that brought no answer
	unknown refusal // answers that say: no such task
}

// watches is the scheduler's memory: one heap of next-poll times and one pacer for all profiles.
type watches struct {
	wake signal
	now  func() time.Time // read under mu, as by the outbox

	mu         sync.Mutex
	byID       map[int64]*watch
	due        dueHeap
	pacer      *client.Pacer
	polls      int
	until      time.Time // when take told the loop to come back; zero: when woken
	perProfile map[int64]int
	gates      gates // no poll of a profile before; the service said so
}

func newWatches(now func() time.Time) *watches {
	return &watches{
		now: now, wake: newSignal(), byID: make(map[int64]*watch), pacer: client.NewPacer(),
		perProfile: make(map[int64]int), gates: newGates(),
	}
}

// put makes the scheduler follow a row: a queued or running task is watched, and one that was given up while it may be
// there; nothing else is. first says when a task that is new here is asked about.
func (ws *watches) put(j db.Job, first func(w *watch, now time.Time) time.Time) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	now := ws.now()
	w := ws.byID[j.ID]
	until := time.Time{}
	if givenUp(j) {
		until, _ = AskedUntil(j)
	}
	if !in(j.State, db.Queued, db.InProgress) && !until.After(now) || j.TaskID == "" {
		if w != nil {
			ws.remove(w)
		}
		return
	}
	if w == nil {
		w = newWatch(j, now)
		w.next = later(first(w, now), w.last.Add(minPause))
		if !until.IsZero() { // there may be thousands at a start: what runs goes first
			w.next = w.next.Add(time.Duration(len(ws.byID)) * givenUpPause)
		}
		ws.byID[j.ID] = w
		ws.pacer.Watched(len(ws.byID))
		heap.Push(&ws.due, w)
		ws.wake.raise()
	}
	w.state, w.raw, w.progress, w.live = j.State, j.RawStatus, j.Progress, max(w.live, j.Progress)
	w.lastWrite, w.troubled, w.until, w.account = j.LastCheckAt, j.ErrorMessage != "", until, j.Account
}

// take hands out the next task that is due and that the pacer lets through. Otherwise next says when to come back;
// zero: when woken.
func (ws *watches) take() (w *watch, next time.Time) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	now := ws.now()
	defer func() { ws.until = next }()
	ws.checkClock(now)
	for len(ws.due) > 0 {
		w := ws.due[0]
		if w.next.After(now) {
			return nil, w.next
		}
		if ws.polls >= maxPolls {
			return nil, time.Time{} // the end of a poll wakes the loop
		}
		if gate := ws.gates.until[w.profile]; gate.After(now) {
			ws.postpone(w, gate)
			continue
		}
		if ws.perProfile[w.profile] >= maxPollsPerProfile {
			ws.postpone(w, now.Add(time.Second))
			continue
		}
		if !w.paced {
			// All that is overdue, after a night asleep perhaps a thousand, gets slots one behind the other.
			if slot := ws.pacer.Take(now); slot.After(now) {
				ws.postpone(w, slot)
				w.paced = true
				continue
			}
		}
		heap.Pop(&ws.due)
		w.busy, w.paced, w.polled, w.last = true, false, true, now
		ws.polls++
		ws.perProfile[w.profile]++
		return w, time.Time{}
	}
	return nil, time.Time{}
}

// checkClock notices a clock that was set back: times that were taken from it may lie days ahead now. What was waited
// for is asked about at once, spread by a fresh pacer, but never within minPause of a poll that may just have been.
func (ws *watches) checkClock(now time.Time) {
	if !ws.gates.look(now) {
		return
	}
	ws.pacer = client.NewPacer()
	ws.pacer.Watched(len(ws.byID))
	for _, w := range ws.byID {
		if w.last.After(now) {
			w.last = now
		}
		if w.anew = w.anew || w.busy; !w.busy {
			ws.postpone(w, w.last.Add(minPause))
		}
	}
}

// done takes a task back after its poll. It is asked again at next, but never within minPause of the last time.
func (ws *watches) done(w *watch, next time.Time) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	ws.polls--
	ws.perProfile[w.profile]--
	w.busy = false
	if w.anew {
		w.anew, w.misses, w.unknown = false, 0, refusal{}
		next = w.last
	}
	if !w.gone && !w.until.IsZero() && next.After(w.until) {
		ws.remove(w)
	}
	if !w.gone {
		w.next = later(next, w.last.Add(minPause))
		heap.Push(&ws.due, w)
	}
	if ws.until.IsZero() || !w.gone && w.next.Before(ws.until) {
		ws.wake.raise() // else the loop comes back early enough by itself
	}
}

// hurry asks about one task, or about all of a profile where id is 0, as soon as the pause between two polls allows.
// What was counted against them is forgotten.
func (ws *watches) hurry(id, profile int64) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	now := ws.now()
	if id == 0 {
		delete(ws.gates.until, profile)
	}
	for _, w := range ws.byID {
		if w.id != id && (id != 0 || w.profile != profile) {
			continue
		}
		if w.busy {
			w.anew = true
			continue
		}
		w.misses, w.unknown = 0, refusal{}
		if soon := later(now, w.last.Add(minPause)); soon.Before(w.next) {
			ws.postpone(w, soon)
		}
	}
	ws.wake.raise()
}

// gate asks a profile's service nothing for as long as it asked for.
func (ws *watches) gate(profile int64, wait time.Duration) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	now := ws.now()
	ws.checkClock(now)
	ws.gates.shut(profile, now.Add(wait))
}

// asked returns when a task was last asked about; the poll under way may not look itself, because a clock that is set
// back changes it.
func (ws *watches) asked(w *watch) time.Time {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	return w.last
}

// account returns the account that a task was ordered with.
func (ws *watches) account(w *watch) string {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	return w.account
}

// givenUp reports whether the job of a task was given up.
func (ws *watches) givenUp(w *watch) bool {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	return !w.until.IsZero()
}

// view returns how many tasks are watched, without those that were given up, and when the next one is asked about;
// zero: none planned.
func (ws *watches) view() (n int, next time.Time) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	if len(ws.due) > 0 {
		next = ws.due[0].next
	}
	for _, w := range ws.byID {
		if w.state != db.Expired {
			n++
		}
	}
	return n, next
}

func newWatch(j db.Job, now time.Time) *watch {
	r := videoRequest(j)
	w := &watch{
		id: j.ID, profile: j.ProfileID, taskID: j.TaskID, at: -1,
		kind:     taskKind{j.ProfileID, j.Model, r.Tier(), r.Duration()},
		accepted: j.AcceptedAt, last: j.LastCheckAt, raw: j.RawStatus,
	}
	// A time after now means that the clock was set back. It must not keep the task waiting.
	if w.accepted.IsZero() || w.accepted.After(now) {
		w.accepted = now
	}
	if w.last.After(now) {
		w.last = time.Time{}
	}
	w.polled = w.last.After(w.accepted)
	return w
}

// postpone moves a task inside the heap.
func (ws *watches) postpone(w *watch, to time.Time) {
	w.next, w.paced = to, false
	heap.Fix(&ws.due, w.at)
}

func (ws *watches) remove(w *watch) {
	w.gone = true
	delete(ws.byID, w.id)
	ws.pacer.Watched(len(ws.byID))
	if w.at >= 0 {
		heap.Remove(&ws.due, w.at)
	}
	ws.wake.raise()
}

// dueHeap orders tasks by their next poll.
type dueHeap []*watch

func (h dueHeap) Len() int           { return len(h) }
func (h dueHeap) Less(i, j int) bool { return h[i].next.Before(h[j].next) }
func (h dueHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].at, h[j].at = i, j
}

// Push implements heap.Interface.
func (h *dueHeap) Push(x any) {
	w := x.(*watch)
	w.at = len(*h)
	*h = append(*h, w)
}

// Pop implements heap.Interface.
func (h *dueHeap) Pop() any {
	last := len(*h) - 1
	w := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	w.at = -1
	return w
}

// news is what an answer brings beyond what is known.
type news int

const (
	nothing      news = iota
	progressOnly      // told at once, and written down with a later one
	worthWriting
)

// compare says what an answer brings, and the progress to show. A transaction for each step of each of a thousand
// tasks would be most of the engine's work, so above a hundred tasks their progress is written now and then; every
// change of state is written at once, always.
func (ws *watches) compare(w *watch, t *client.VideoTask, now time.Time) (progress int, n news) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	progress = shown(w.live, t.Progress)
	running := w.state == db.InProgress || w.state == db.Queued && t.Status == client.StatusQueued
	if t.Done() || !running || t.RawStatus != w.raw || w.troubled {
		return progress, worthWriting
	}
	pause := time.Duration(max(len(ws.byID)-100, 0)) * 100 * time.Millisecond
	age := now.Sub(w.lastWrite).Abs() // a clock that was set back is no reason to write nothing for days
	switch {
	case progress != w.progress && age >= pause, age >= max(pause, quietWrite):
		return progress, worthWriting
	case progress != w.live:
		w.live = progress
		return progress, progressOnly
	}
	return progress, nothing
}
