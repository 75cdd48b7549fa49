package client

import (
	"cmp"
	"container/heap"
	"math"
	"math/rand/v2"
	"slices"
	"time"
)

// The simulation: tasks with known ends on a virtual clock, watched by a policy under the program's pacer.

// shape gives progress at a share x of the generating time, in [0,1).
type shape func(x float64, noise *rand.Rand) int

func shapes() map[string]shape {
	whole := func(x float64) int { return int(min(max(x, 0), 0.99) * 100) }
	return map[string]shape{
		"linear": func(x float64, _ *rand.Rand) int { return whole(x) },
		"noisy":  func(x float64, n *rand.Rand) int { return whole(x + (n.Float64()-0.5)*0.1) },
		"ease":   func(x float64, _ *rand.Rand) int { return whole(1 - (1-x)*(1-x)) },
		"steps":  func(x float64, _ *rand.Rand) int { return whole(math.Floor(x*5) / 5) },
		"stuck":  func(x float64, _ *rand.Rand) int { return whole(min(x*1.5, 0.9)) },
		"none":   func(float64, *rand.Rand) int { return 0 },
	}
}

// mixes are the populations of the bar: every task linear; or two sevenths linear and one of each other shape.
func mixes() map[string][]string {
	return map[string][]string{
		"linear": {"linear"},
		"mixed":  {"linear", "linear", "noisy", "ease", "steps", "stuck", "none"},
	}
}

type simTask struct {
	accepted, end time.Time
	queued        time.Duration
	shape         shape
	watch         PollState
	due           time.Time
}

func (t *simTask) progress(now time.Time, noise *rand.Rand) int {
	run := t.end.Sub(t.accepted) - t.queued
	return t.shape(float64(now.Sub(t.accepted)-t.queued)/float64(run), noise)
}

// policy returns the time of the next poll.
type policy func(w PollState, jitter float64) time.Time

func fixedPolicy(every time.Duration) policy {
	return func(w PollState, jitter float64) time.Time {
		if w.LastPoll.IsZero() {
			return w.Accepted.Add(every)
		}
		return w.LastPoll.Add(every)
	}
}

// aimPolicy is ours, with or without knowledge of such tasks, in a profile's pace.
func aimPolicy(history []time.Duration, interval time.Duration) policy {
	return func(w PollState, jitter float64) time.Time {
		w.History, w.Interval = history, interval
		return NextPoll(w, jitter)
	}
}

type simResult struct {
	mean, p95, failed float64 // seconds between an end and the poll that saw it; failed: of early failures alone
	requests          float64 // of one task
	closest           time.Duration
	peak              int // requests within one second
}

// simulate runs rounds of n tasks each. Everything follows from the seed.
func simulate(p policy, mix []string, n, rounds int, seed uint64) simResult {
	world := rand.New(rand.NewPCG(seed, 1)) // the same tasks for each policy
	noise := rand.New(rand.NewPCG(seed, 2))
	var delays, failures []float64
	res := simResult{closest: time.Hour}
	requests := 0
	all := shapes()
	for range rounds {
		start := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
		pacer := NewPacer()
		pacer.SetTaskCount(n)
		queue := make(dueQueue, 0, n)
		seconds := map[int64]int{}
		early := map[*simTask]bool{}
		for range n {
			d := trueDuration(world)
			t := &simTask{
				accepted: start.Add(time.Duration(world.Float64() * 2 * float64(time.Second))),
				queued:   time.Duration(world.Float64() * 0.1 * float64(d)),
				shape:    all[mix[world.IntN(len(mix))]],
			}
			fails, at := world.Float64() < 0.06, world.Float64()
			if fails {
				d = time.Duration(at * float64(d))
				early[t] = true
			}
			t.end = t.accepted.Add(d)
			t.watch.Accepted = t.accepted
			t.due = p(t.watch, noise.Float64())
			queue = append(queue, t)
		}
		heap.Init(&queue)
		running := n
		for len(queue) > 0 {
			t := heap.Pop(&queue).(*simTask)
			now := pacer.Reserve(t.due)
			requests++
			seconds[now.Unix()]++
			if !t.watch.LastPoll.IsZero() {
				res.closest = min(res.closest, now.Sub(t.watch.LastPoll))
			}
			if !now.Before(t.end) {
				delays = append(delays, now.Sub(t.end).Seconds())
				if early[t] {
					failures = append(failures, now.Sub(t.end).Seconds())
				}
				running--
				pacer.SetTaskCount(running)
				continue
			}
			t.watch.LastPoll = now
			t.watch.Samples = append(t.watch.Samples,
				ProgressSample{After: now.Sub(t.accepted), Progress: t.progress(now, noise)})
			t.due = p(t.watch, noise.Float64())
			heap.Push(&queue, t)
		}
		for _, k := range seconds {
			res.peak = max(res.peak, k)
		}
	}
	res.mean, res.failed = mean(delays), mean(failures)
	slices.Sort(delays)
	res.p95 = delays[len(delays)*95/100]
	res.requests = float64(requests) / float64(n*rounds)
	return res
}

// trueDuration is lognormal around 130 s, between 1 and 5 minutes (interface 8).
func trueDuration(r *rand.Rand) time.Duration {
	return time.Duration(min(max(130*math.Exp(0.45*r.NormFloat64()), 60), 300) * float64(time.Second))
}

// knownDurations is a history of such tasks.
func knownDurations(n int) []time.Duration {
	r := rand.New(rand.NewPCG(7, 7))
	h := make([]time.Duration, n)
	for i := range h {
		h[i] = trueDuration(r)
	}
	return h
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(max(len(x), 1))
}

type dueQueue []*simTask

func (q dueQueue) Len() int           { return len(q) }
func (q dueQueue) Less(i, j int) bool { return cmp.Less(q[i].due.UnixNano(), q[j].due.UnixNano()) }
func (q dueQueue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *dueQueue) Push(x any)        { *q = append(*q, x.(*simTask)) }
func (q *dueQueue) Pop() any {
	old := *q
	t := old[len(old)-1]
	*q = old[:len(old)-1]
	return t
}
