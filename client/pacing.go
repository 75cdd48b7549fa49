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
	MaxPollInterval = 15 * time.Second // the longest interval that a profile may set
)

// Parameters of the prediction. They were chosen with the simulation next to the tests, which prints its results.
const (
	defaultFirstPoll = 20 * time.Second // first poll without any history
	firstJitter      = 3 * time.Second  // in both directions, so that tasks of one click drift apart
	jitterRange      = 500 * time.Millisecond
	maxPause         = 30 * time.Second // maximum pause far from the end, because a task may fail early
	pollAfterEnd     = time.Second      // poll just after the predicted end
	directPollWithin = 22 * time.Second // a nearer end is polled directly
	// a long pause ends this long before the predicted end, so that one more poll can correct it
	correctionMargin = 12 * time.Second
	minHistory       = 5    // fewer durations are not used
	earlyFraction    = 0.03 // fraction of known tasks that defines their earliest end
	minPoints        = 3    // rising points for a slope
)

// ProgressSample is one answer about a running task.
type ProgressSample struct {
	After    time.Duration // since the task was accepted
	Progress int           // 0 to 100
}

// PollState contains the data about a running task for choosing its next poll.
type PollState struct {
	Accepted time.Time        // when the service accepted it
	LastPoll time.Time        // the last poll; zero: none yet
	Samples  []ProgressSample // the answers so far, oldest first
	History  []time.Duration  // from acceptance to end, of finished tasks like this one; any order
	Interval time.Duration    // interval without a prediction, 10 to 15 s; 0: 10 s
}

// NextPoll returns when to poll a task next. It is a pure function without a clock, so the time may be in the past.
// jitter is a random number in [0,1).
//
// The policy: a task is not polled long before the fastest of its kind were finished. After that, steadily rising
// progress predicts the end, and the poll is set just after it. Without such progress, the task is polled at the given
// interval. Two polls of one task are never closer than MinPollInterval.
func NextPoll(w PollState, jitter float64) time.Time {
	jitter = min(max(jitter, 0), 1)
	if w.LastPoll.IsZero() {
		return w.Accepted.Add(max(firstPoll(w.History)+time.Duration((2*jitter-1)*float64(firstJitter)),
			MinPollInterval))
	}
	pace := min(max(w.Interval, MinPollInterval), MaxPollInterval)
	end, ok := PredictEnd(w.Samples)
	left := w.Accepted.Add(end).Sub(w.LastPoll)
	wait := pace + time.Duration(jitter*float64(jitterRange))
	switch {
	case !ok || left < 0:
	case left <= directPollWithin:
		wait = left + pollAfterEnd
	default:
		wait = min(maxPause, left-correctionMargin)
	}
	return w.LastPoll.Add(max(wait, MinPollInterval))
}

// firstPoll returns half the time after which a few percent of the known tasks had ended. That is late enough to avoid
// useless polls, and early enough for the points that a prediction needs and for a task that fails at once.
func firstPoll(history []time.Duration) time.Duration {
	if len(history) < minHistory {
		return defaultFirstPoll
	}
	h := slices.Sorted(slices.Values(history))
	return h[int(earlyFraction*float64(len(h)))] / 2
}

// PredictEnd extrapolates progress to 100 and returns the time since acceptance. It returns false if there is no
// prediction: fewer than three rising points, no progress, or a changing slope.
func PredictEnd(seen []ProgressSample) (time.Duration, bool) {
	var up []ProgressSample // points at which progress had risen
	for _, s := range seen {
		if s.Progress > 0 && s.Progress < 100 &&
			(len(up) == 0 || s.Progress > up[len(up)-1].Progress && s.After > up[len(up)-1].After) {
			up = append(up, s)
		}
	}
	if len(up) < minPoints || up[len(up)-1] != seen[len(seen)-1] {
		return 0, false
	}
	last := up[len(up)-1]
	overall, recent := secondsTo100(up[0], last), secondsTo100(up[len(up)-2], last)
	if math.Abs(overall-recent) > 3+0.25*min(overall, recent) {
		return 0, false
	}
	return last.After + time.Duration(overall*float64(time.Second)), true
}

// secondsTo100 returns the seconds from b until the line through a and b reaches 100.
func secondsTo100(a, b ProgressSample) float64 {
	return float64(100-b.Progress) * (b.After - a.After).Seconds() / float64(b.Progress-a.Progress)
}

// The poll rate of the whole program, in requests per second.
const (
	minRate      = 4.0
	maxRate      = 40.0
	tasksPerRate = 10.0 // watched tasks per request per second
)

// Pacer spaces the polls of the whole program, so that a thousand tasks of one click, or the end of a night's sleep of
// the computer, do not cause a burst at the service. It has no clock. Safe for concurrent use.
type Pacer struct {
	mu       sync.Mutex
	interval time.Duration
	next     time.Time // first free place
}

// NewPacer returns a pacer for few tasks; see Watched.
func NewPacer() *Pacer {
	p := &Pacer{}
	p.SetTaskCount(0)
	return p
}

// SetTaskCount sets the number of watched tasks: up to 40 tasks allow 4 requests per second, more allow one for every ten
// tasks, at most 40.
func (p *Pacer) SetTaskCount(n int) {
	rate := min(max(float64(n)/tasksPerRate, minRate), maxRate)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.interval = time.Duration(float64(time.Second) / rate)
}

// Reserve reserves the first free slot at or after a time, and returns it. The caller sends its request then.
func (p *Pacer) Reserve(at time.Time) time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	if at.Before(p.next) {
		at = p.next
	}
	p.next = at.Add(p.interval)
	return at
}
