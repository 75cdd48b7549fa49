package client

import (
	"testing"
	"time"
)

// TestPacingMeetsTargets is a small form of what the benchmark prints: sooner than a fixed 12 s with fewer requests,
// for few and many tasks, helpful and useless progress, with and without known durations, in the default pace and the
// usual one.
func TestPacingMeetsTargets(t *testing.T) {
	for mix, shapes := range mixes() {
		for _, n := range []int{1, 10, 100, 1000} {
			rounds := max(1000/n, 1)
			fixed := simulate(fixedPolicy(12*time.Second), shapes, n, rounds, 3)
			for _, history := range [][]time.Duration{nil, knownDurations(50)} {
				for _, pace := range []time.Duration{0, 12 * time.Second} {
					aim := simulate(aimPolicy(history, pace), shapes, n, rounds, 3)
					if aim.mean >= fixed.mean || aim.requests >= fixed.requests {
						t.Errorf("%s, %d tasks, %d known, pace %v: %.2f s with %.1f requests; fixed 12 s: %.2f s with %.1f",
							mix, n, len(history), pace, aim.mean, aim.requests, fixed.mean, fixed.requests)
					}
					if aim.closest < MinPollInterval {
						t.Errorf("%s, %d tasks: two polls of one task %v apart", mix, n, aim.closest)
					}
				}
			}
		}
	}
}

func at(seconds float64) time.Time {
	return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC).Add(time.Duration(seconds * float64(time.Second)))
}

func seen(points ...float64) []ProgressSample { // seconds, progress, seconds, progress, …
	var all []ProgressSample
	for i := 0; i+1 < len(points); i += 2 {
		all = append(all, ProgressSample{time.Duration(points[i] * float64(time.Second)), int(points[i+1])})
	}
	return all
}

func TestNextPoll(t *testing.T) {
	history := []time.Duration{200 * time.Second, 90 * time.Second, 80 * time.Second, 100 * time.Second,
		120 * time.Second}
	for _, tc := range []struct {
		name   string
		w      PollState
		jitter float64
		want   float64 // seconds after acceptance
	}{
		{"first, nothing known", PollState{}, 0.5, 20},
		{"first, early by chance", PollState{}, 0, 17},
		{"first, late by chance", PollState{}, 1, 23},
		{"first, known tasks", PollState{History: history}, 0.5, 40},
		{"first, too few known", PollState{History: history[:4]}, 0.5, 20},
		{"first, quick ones", PollState{History: []time.Duration{1, 1, 1, 1, 1}}, 0.5, 10},
		{"blind", PollState{LastPoll: at(20), Samples: seen(20, 0)}, 0, 30},
		{"blind in a slower pace", PollState{LastPoll: at(20), Samples: seen(20, 0), Interval: 12 * time.Second}, 0,
			32},
		{"no faster than 10 s", PollState{LastPoll: at(20), Interval: time.Second}, 0, 30},
		{"no slower than 15 s", PollState{LastPoll: at(20), Interval: time.Hour}, 0, 35},
		{"far from the end: at most 30 s", PollState{LastPoll: at(40), Samples: seen(20, 5, 30, 10, 40, 15)}, 0, 70},
		{"nearer: stop 12 s before", PollState{LastPoll: at(40), Samples: seen(20, 20, 30, 35, 40, 50)}, 0, 61.333},
		{"near: just behind the end", PollState{LastPoll: at(40), Samples: seen(20, 40, 30, 60, 40, 80)}, 0, 51},
		{"so near that the floor holds", PollState{LastPoll: at(40), Samples: seen(20, 70, 30, 80, 40, 98)}, 0, 50},
		{"a slope that changes", PollState{LastPoll: at(40), Samples: seen(20, 10, 30, 60, 40, 62)}, 0, 50},
		{"a standstill", PollState{LastPoll: at(50), Samples: seen(20, 40, 30, 60, 40, 80, 50, 80)}, 0, 60},
		{"a fall", PollState{LastPoll: at(50), Samples: seen(20, 40, 30, 60, 40, 80, 50, 10)}, 0, 60},
		{"100 while running", PollState{LastPoll: at(50), Samples: seen(20, 40, 30, 60, 40, 80, 50, 100)}, 0, 60},
		{"after a restart", PollState{LastPoll: at(500)}, 0, 510},
	} {
		tc.w.Accepted = at(0)
		if got := NextPoll(tc.w, tc.jitter).Sub(at(0)).Seconds(); got < tc.want-0.01 || got > tc.want+0.01 {
			t.Errorf("%s: after %.2f s, want %.2f", tc.name, got, tc.want)
		}
	}
}

// No response of a service makes the interval shorter than 10 s.
func TestNextPollKeepsMinInterval(t *testing.T) {
	for p := range 101 {
		for q := range 101 {
			w := PollState{Accepted: at(0), LastPoll: at(33), Samples: seen(11, 1, 22, float64(p), 33, float64(q))}
			for _, jitter := range []float64{-5, 0, 0.999, 7} {
				if got := NextPoll(w, jitter).Sub(w.LastPoll); got < MinPollInterval || got > maxPause+jitterRange {
					t.Fatalf("progress 1, %d, %d: %v", p, q, got)
				}
			}
		}
	}
}

func TestPacer(t *testing.T) {
	p := NewPacer()
	for i := range 8 { // a burst is spread to 4 a second
		if got := p.Reserve(at(0)).Sub(at(0)); got != time.Duration(i)*250*time.Millisecond {
			t.Errorf("place %d after %v", i, got)
		}
	}
	if got := p.Reserve(at(100)); !got.Equal(at(100)) {
		t.Errorf("a free pacer gives %v", got)
	}
	p.SetTaskCount(1000)
	p.Reserve(at(200))
	if got := p.Reserve(at(200)).Sub(at(200)); got != 25*time.Millisecond {
		t.Errorf("gap %v for 1000 tasks", got)
	}
}

func TestPredictEnd(t *testing.T) {
	if end, ok := PredictEnd(seen(20, 40, 30, 60, 40, 80)); !ok || end != 50*time.Second {
		t.Errorf("%v %v", end, ok)
	}
	for name, s := range map[string][]ProgressSample{
		"nothing": nil, "two points": seen(20, 40, 30, 60), "zeros": seen(10, 0, 20, 0, 30, 0),
		"same time": seen(20, 40, 20, 60, 20, 80),
	} {
		if _, ok := PredictEnd(s); ok {
			t.Errorf("%s predicts", name)
		}
	}
}
