package client

import (
	"math"
	"slices"
	"sync"
	"time"
)

// Limits of the poll interval (interface 8 recommends 10 to 15 seconds, and discourages shorter intervals).
const (
	MinPollInterval = 10 * time.Second // minimum between two polls of a task
	MaxPollInterval = 15 * time.Second // maximum that a profile may set
)

// Parameters of the prediction, chosen with the simulation in pacing_sim_test.go.
const (
	defaultFirstPoll = 20 * time.Second // first poll without a history
	firstJitter      = 3 * time.Second  // in both directions, to spread the tasks of one click
	jitterRange      = 500 * time.Millisecond
	maxPause         = 30 * time.Second // maximum pause far from the end, because a task may fail early
	pollAfterEnd     = time.Second      // the poll is this long after the predicted end
	directPollWithin = 22 * time.Second // if the end is closer, poll next at the end
	// a pause ends this long before the predicted end, so that one more poll can correct the prediction
	correctionMargin = 12 * time.Second
	minHistory       = 5    // minimum number of durations in a history
	earlyFraction    = 0.03 // quantile of the durations that counts as the earliest end
	minPoints        = 3    // minimum number of rising samples for a prediction
)

// ProgressSample is the progress of a running task at one poll.
type ProgressSample struct {
	After    time.Duration // since the task was accepted
	Progress int           // 0 to 100
}

// PollState contains the data about a running task for [NextPoll].
type PollState struct {
	Accepted time.Time        // when the service accepted it
	LastPoll time.Time        // time of the last poll; zero: none yet
	Samples  []ProgressSample // results of the polls so far, oldest first
	History  []time.Duration  // durations of similar finished tasks, from acceptance to end; any order
	Interval time.Duration    // interval without a prediction, 10 to 15 s; 0: 10 s
}

// NextPoll returns the time of the next poll of a task. It uses no clock, so the time may be in the past. jitter is a
// random number in [0,1).
//
// The first poll is at half the duration of the fastest similar tasks. After that, steadily rising progress predicts
// the end, and the next poll is just after the predicted end. Without a prediction, the task is polled at w.Interval.
// The minimum time between two polls is MinPollInterval.
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

// firstPoll returns the time of the first poll, since acceptance: half the duration of the fastest similar tasks. This
// avoids useless polls, and leaves time for the samples that a prediction needs.
func firstPoll(history []time.Duration) time.Duration {
	if len(history) < minHistory {
		return defaultFirstPoll
	}
	h := slices.Sorted(slices.Values(history))
	return h[int(earlyFraction*float64(len(h)))] / 2
}

// PredictEnd predicts the end of a task, as the time since acceptance. It extrapolates progress linearly to 100. It
// returns false if there are fewer than minPoints rising samples, if the last poll showed no progress, or if the slope
// changes.
func PredictEnd(seen []ProgressSample) (time.Duration, bool) {
	var up []ProgressSample // samples with higher progress than before
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
	tasksPerRate = 10.0 // running tasks for each request per second
)

// Pacer limits the poll rate of the whole program. It prevents bursts, for example with a thousand tasks, or after the
// computer wakes up. It uses no clock. It is safe for concurrent use.
type Pacer struct {
	mu       sync.Mutex
	interval time.Duration
	next     time.Time // first free slot
}

// NewPacer returns a Pacer with the minimum rate; see SetTaskCount.
func NewPacer() *Pacer {
	p := &Pacer{}
	p.SetTaskCount(0)
	return p
}

// SetTaskCount sets the rate for a number of running tasks: one request per second for every ten tasks, at least 4 and
// at most 40.
func (p *Pacer) SetTaskCount(n int) {
	rate := min(max(float64(n)/tasksPerRate, minRate), maxRate)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.interval = time.Duration(float64(time.Second) / rate)
}

// Reserve reserves the first free slot at or after the given time, and returns its time. The caller must send its
// request at that time.
func (p *Pacer) Reserve(at time.Time) time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	if at.Before(p.next) {
		at = p.next
	}
	p.next = at.Add(p.interval)
	return at
}
