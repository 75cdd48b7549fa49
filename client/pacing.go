package client

import (
	"math"
	"slices"
	"sync"
	"time"
)

// The limits of polling (interface 8: 10 to 15 seconds recommended, high-frequency polling discouraged).
const (
	MinPollInterval = 10 * time.Second // between two polls of one task, always
	MaxPollInterval = 15 * time.Second // the slowest pace that a profile may ask for
)

// What the aim rests on. The figures were chosen by the simulation beside the tests, which prints what they bring.
const (
	blindFirst   = 20 * time.Second // first look where nothing is known of such tasks
	firstSpread  = 3 * time.Second  // either way, so that tasks of one click drift apart
	spread       = 500 * time.Millisecond
	longestLeap  = 30 * time.Second // a task that is far from its end is still looked at this often: it may fail early
	landAfter    = time.Second      // aim just behind the predicted end
	lastLeap     = 22 * time.Second // an end that is nearer is aimed at directly
	leaveRoom    = 12 * time.Second // a leap stops this long before the predicted end, so that one more look can correct it
	minHistory   = 5                // durations below this say nothing
	earlyShare   = 0.03             // share of known tasks that had ended before a time counts as their earliest end
	pointsNeeded = 3                // rising points that make a slope
)

// Seen is one answer about a running task.
type Seen struct {
	After    time.Duration // since the task was accepted
	Progress int           // 0 to 100
}

// Watch is what is known about one running task when its next poll is decided.
type Watch struct {
	Accepted time.Time       // when the service took it
	Last     time.Time       // the last poll; zero: none yet
	Seen     []Seen          // the answers so far, oldest first
	History  []time.Duration // from acceptance to end, of finished tasks like this one; any order
	Interval time.Duration   // pace where nothing can be predicted, 10 to 15 s; 0: 10 s
}

// NextPoll says when to ask about a task next. It is a pure function: it looks at no clock, so the time may lie in the
// past. jitter is a random number in [0,1).
//
// The policy: nobody is interested in a task long before the fastest of its kind were done; after that, a
// progress that rises steadily predicts the end, and the poll is set just behind it; a progress that says nothing is
// looked at in the given pace. Two polls of one task are never nearer than MinPollInterval.
func NextPoll(w Watch, jitter float64) time.Time {
	jitter = min(max(jitter, 0), 1)
	if w.Last.IsZero() {
		return w.Accepted.Add(max(firstLook(w.History)+time.Duration((2*jitter-1)*float64(firstSpread)), MinPollInterval))
	}
	pace := min(max(w.Interval, MinPollInterval), MaxPollInterval)
	end, ok := PredictEnd(w.Seen)
	left := w.Accepted.Add(end).Sub(w.Last)
	wait := pace + time.Duration(jitter*float64(spread))
	switch {
	case !ok || left < 0:
	case left <= lastLeap:
		wait = left + landAfter
	default:
		wait = min(longestLeap, left-leaveRoom)
	}
	return w.Last.Add(max(wait, MinPollInterval))
}

// firstLook is half the time by which a few of a hundred known tasks had ended: late enough to save looks at nothing,
// early enough for the points that a prediction needs, and to see a task that fails at once.
func firstLook(history []time.Duration) time.Duration {
	if len(history) < minHistory {
		return blindFirst
	}
	h := slices.Sorted(slices.Values(history))
	return h[int(earlyShare*float64(len(h)))] / 2
}

// PredictEnd extrapolates progress to 100 and returns the time since acceptance. It is false where progress does not
// predict: fewer than three rising points, a standstill, or a slope that changes.
func PredictEnd(seen []Seen) (time.Duration, bool) {
	var up []Seen // points at which progress had risen
	for _, s := range seen {
		if s.Progress > 0 && s.Progress < 100 && (len(up) == 0 || s.Progress > up[len(up)-1].Progress && s.After > up[len(up)-1].After) {
			up = append(up, s)
		}
	}
	if len(up) < pointsNeeded || up[len(up)-1] != seen[len(seen)-1] {
		return 0, false
	}
	last := up[len(up)-1]
	overall, recent := reach(up[0], last), reach(up[len(up)-2], last)
	if math.Abs(overall-recent) > 3+0.25*min(overall, recent) {
		return 0, false
	}
	return last.After + time.Duration(overall*float64(time.Second)), true
}

// reach is how many seconds from b the line through a and b takes to 100.
func reach(a, b Seen) float64 {
	return float64(100-b.Progress) * (b.After - a.After).Seconds() / float64(b.Progress-a.Progress)
}

// The pace of the whole program: requests a second.
const (
	slowestPace  = 4.0
	fastestPace  = 40.0
	tasksPerPace = 10.0 // one request a second for so many watched tasks
)

// Pacer spaces the polls of the whole program, however many tasks are watched, so that a thousand tasks of one click or
// a night's sleep of the computer are no burst at the service. It looks at no clock. Safe for concurrent use.
type Pacer struct {
	mu   sync.Mutex
	gap  time.Duration
	next time.Time // first free place
}

// NewPacer makes a pacer for few tasks; see Watched.
func NewPacer() *Pacer {
	p := &Pacer{}
	p.Watched(0)
	return p
}

// Watched tells how many tasks are being watched: 4 requests a second up to 40 tasks, then one for every ten tasks, at
// most 40.
func (p *Pacer) Watched(n int) {
	rate := min(max(float64(n)/tasksPerPace, slowestPace), fastestPace)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.gap = time.Duration(float64(time.Second) / rate)
}

// Take reserves the first free place at or after at, and returns it. The caller sends its request then.
func (p *Pacer) Take(at time.Time) time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	if at.Before(p.next) {
		at = p.next
	}
	p.next = at.Add(p.gap)
	return at
}
