package jobs

import (
	"container/heap"
	"sync"
	"time"

	"viviscope/client"
	"viviscope/db"
)

const (
	// A service that hangs must not use up all the polls of the others.
	maxPolls           = 48
	maxPollsPerProfile = 24

	// givenUpPause is the pause between the first polls of given-up jobs after a start.
	givenUpPause = 250 * time.Millisecond

	maxSeen = 64 // progress points kept per task; the newest show the trend

	quietWrite = time.Minute // maximum age of LastCheckAt in the row of a task without progress
)

// watch is one polled task. Its fields are guarded by watches.mu, except those below the line: while the watch is busy,
// the poll that took it owns them.
type watch struct {
	id, profile int64
	taskID      string
	kind        taskKind
	accepted    time.Time
	next        time.Time
	heapIndex   int       // place in the heap; -1: not in it
	busy        bool      // a poll is in progress
	gone        bool      // the row is not watched any more
	hasSlot     bool      // next is a slot assigned by the pacer
	rescheduled bool      // hurried, or the clock was set back, while busy: the next time from its poll is ignored
	until       time.Time // of a given-up job: it is not polled after that

	// State of the row, so that a poll without changes needs no transaction.
	account   string
	state     db.JobState
	raw       string
	progress  int
	announced int // last announced progress; the row may be older
	lastWrite time.Time
	hasFault  bool

	last time.Time // start of the last poll; before the first one, of the submission

	// ----
	polled  bool // it was polled, in this run or an earlier one
	seen    []client.ProgressSample
	misses  int     // consecutive polls without an answer
	unknown refusal // answers without a state of the task
}

// watches schedules the polls: one heap of next-poll times and one pacer for all profiles.
type watches struct {
	wake signal
	now  func() time.Time // read under mu, as by the outbox

	mu         sync.Mutex
	byID       map[int64]*watch
	due        dueHeap
	pacer      *client.Pacer
	polls      int
	until      time.Time // when the loop calls take again; zero: after a wake-up
	perProfile map[int64]int
	gates      gates // until when no task of a profile is polled, as requested by the service
}

func newWatches(now func() time.Time) *watches {
	return &watches{
		now: now, wake: newSignal(), byID: make(map[int64]*watch), pacer: client.NewPacer(),
		perProfile: make(map[int64]int), gates: newGates(),
	}
}

// put updates the scheduler for a row. It watches queued and running tasks, and given-up tasks while their clip may
// exist. first returns when to poll a new task.
func (ws *watches) put(j db.Job, first func(w *watch, now time.Time) time.Time) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	now := ws.now()
	w := ws.byID[j.ID]
	until := time.Time{}
	if givenUp(j) {
		until, _ = PolledUntil(j)
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
		if !until.IsZero() { // there may be thousands at a start: running tasks come first
			w.next = w.next.Add(time.Duration(len(ws.byID)) * givenUpPause)
		}
		ws.byID[j.ID] = w
		ws.pacer.SetTaskCount(len(ws.byID))
		heap.Push(&ws.due, w)
		ws.wake.raise()
	}
	w.state, w.raw, w.progress, w.announced = j.State, j.RawStatus, j.Progress, max(w.announced, j.Progress)
	w.lastWrite, w.hasFault, w.until, w.account = j.LastCheckAt, j.ErrorMessage != "", until, j.Account
}

// take returns the next due task that the pacer admits. Otherwise next is when to call again; zero: after a wake-up.
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
		if !w.hasSlot {
			// Overdue tasks, perhaps a thousand after a night of sleep, get consecutive slots.
			if slot := ws.pacer.Reserve(now); slot.After(now) {
				ws.postpone(w, slot)
				w.hasSlot = true
				continue
			}
		}
		heap.Pop(&ws.due)
		w.busy, w.hasSlot, w.polled, w.last = true, false, true, now
		ws.polls++
		ws.perProfile[w.profile]++
		return w, time.Time{}
	}
	return nil, time.Time{}
}

// checkClock checks for a clock that was set back: stored times may be days ahead now. All tasks become due at once,
// spread by a new pacer, but at least minPause after their last poll.
func (ws *watches) checkClock(now time.Time) {
	if !ws.gates.checkClock(now) {
		return
	}
	ws.pacer = client.NewPacer()
	ws.pacer.SetTaskCount(len(ws.byID))
	for _, w := range ws.byID {
		if w.last.After(now) {
			w.last = now
		}
		w.rescheduled = w.rescheduled || w.busy
		if !w.busy {
			ws.postpone(w, w.last.Add(minPause))
		}
	}
}

// done returns a task after its poll. It is polled again at next, but at least minPause after the last poll.
func (ws *watches) done(w *watch, next time.Time) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	ws.polls--
	ws.perProfile[w.profile]--
	w.busy = false
	if w.rescheduled {
		w.rescheduled, w.misses, w.unknown = false, 0, refusal{}
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
		ws.wake.raise() // otherwise the loop wakes up early enough
	}
}

// makeDue makes one task, or all of a profile if id is 0, due as soon as minPause allows. It resets their failure
// counts.
func (ws *watches) makeDue(id, profile int64) {
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
			w.rescheduled = true
			continue
		}
		w.misses, w.unknown = 0, refusal{}
		if soon := later(now, w.last.Add(minPause)); soon.Before(w.next) {
			ws.postpone(w, soon)
		}
	}
	ws.wake.raise()
}

// gate stops polls of a profile for the time that its service requested.
func (ws *watches) gate(profile int64, wait time.Duration) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	now := ws.now()
	ws.checkClock(now)
	ws.gates.extend(profile, now.Add(wait))
}

// lastPoll returns when a task was last polled. The poll in progress must not read w.last itself, because checkClock
// changes it.
func (ws *watches) lastPoll(w *watch) time.Time {
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

// summary returns the number of watched tasks without given-up ones, and the time of the next poll; zero: none planned.
func (ws *watches) summary() (n int, next time.Time) {
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
		id: j.ID, profile: j.ProfileID, taskID: j.TaskID, heapIndex: -1,
		kind:     taskKind{j.ProfileID, j.Model, r.Tier(), r.Duration()},
		accepted: j.AcceptedAt, last: j.LastCheckAt, raw: j.RawStatus,
	}
	// A time after now means that the clock was set back. It must not delay the task.
	if w.accepted.IsZero() || w.accepted.After(now) {
		w.accepted = now
	}
	if w.last.After(now) {
		w.last = time.Time{}
	}
	w.polled = w.last.After(w.accepted)
	return w
}

// postpone changes the time of a task in the heap.
func (ws *watches) postpone(w *watch, to time.Time) {
	w.next, w.hasSlot = to, false
	heap.Fix(&ws.due, w.heapIndex)
}

func (ws *watches) remove(w *watch) {
	w.gone = true
	delete(ws.byID, w.id)
	ws.pacer.SetTaskCount(len(ws.byID))
	if w.heapIndex >= 0 {
		heap.Remove(&ws.due, w.heapIndex)
	}
	ws.wake.raise()
}

// dueHeap orders tasks by their next poll.
type dueHeap []*watch

func (h dueHeap) Len() int           { return len(h) }
func (h dueHeap) Less(i, j int) bool { return h[i].next.Before(h[j].next) }
func (h dueHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].heapIndex, h[j].heapIndex = i, j
}

// Push implements heap.Interface.
func (h *dueHeap) Push(x any) {
	w := x.(*watch)
	w.heapIndex = len(*h)
	*h = append(*h, w)
}

// Pop implements heap.Interface.
func (h *dueHeap) Pop() any {
	last := len(*h) - 1
	w := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	w.heapIndex = -1
	return w
}

// answerChange classifies an answer by what it changes.
type answerChange int

const (
	noChange     answerChange = iota
	progressOnly              // announced at once, and stored with a later answer
	needsWrite
)

// compare classifies an answer, and returns the progress to show. One transaction for each progress step of a thousand
// tasks would be most of the engine's work. So above a hundred tasks the progress is stored less often. Every change of
// state is stored at once.
func (ws *watches) compare(w *watch, t *client.VideoTask, now time.Time) (progress int, n answerChange) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	progress = displayedProgress(w.announced, t.Progress)
	running := w.state == db.InProgress || w.state == db.Queued && t.Status == client.StatusQueued
	if t.Done() || !running || t.RawStatus != w.raw || w.hasFault {
		return progress, needsWrite
	}
	pause := time.Duration(max(len(ws.byID)-100, 0)) * 100 * time.Millisecond
	age := now.Sub(w.lastWrite).Abs() // a clock that was set back must not stop writes for days
	switch {
	case progress != w.progress && age >= pause, age >= max(pause, quietWrite):
		return progress, needsWrite
	case progress != w.announced:
		w.announced = progress
		return progress, progressOnly
	}
	return progress, noChange
}
