package jobs

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"viviscope/client/guard"
)

const (
	// minPause is the least time between two polls of one task; more is discouraged by the service.
	minPause = 10 * time.Second
	// maxBackoff is the longest pause between two tries of what fails.
	maxBackoff = time.Minute
)

// lifetime is what all parts share of one run of the engine: its clock, its log, its end, and the goroutines that the
// end waits for.
type lifetime struct {
	clock  Clock
	jitter func() float64
	log    *slog.Logger

	// soft ends with Stop: no new work, and GETs are cut. hard ends when Stop runs out of patience: only then is a
	// request cut that may cost money.
	soft, hard             context.Context
	cancelSoft, cancelHard context.CancelFunc
	workers                sync.WaitGroup
}

// newLifetime returns the lifetime of an engine at rest. Each argument may be nil: then it has the default of
// [Options].
func newLifetime(clock Clock, jitter func() float64, log *slog.Logger) *lifetime {
	l := &lifetime{clock: clock, jitter: jitter, log: log}
	if l.clock == nil {
		l.clock = SystemClock()
	}
	if l.jitter == nil {
		l.jitter = rand.Float64
	}
	if l.log == nil {
		l.log = slog.New(slog.DiscardHandler)
	}
	l.hard, l.cancelHard = context.WithCancel(context.Background())
	return l
}

// startRun starts the run, which ends with ctx at the latest.
func (l *lifetime) startRun(ctx context.Context) { l.soft, l.cancelSoft = context.WithCancel(ctx) }

// panicPause is how long a loop rests that panicked.
const panicPause = 10 * time.Second

// keepRunning runs a loop until the engine stops, also where it panics.
func (l *lifetime) keepRunning(work string, loop func()) {
	for guard.Run(work, loop) != nil && l.idle(nil, l.now().Add(panicPause)) {
	}
}

func (l *lifetime) now() time.Time { return l.clock.Now().UTC() }

// committing is the context of a worker's transactions: what was learned is written down although the engine stops.
func (l *lifetime) committing() context.Context { return context.WithoutCancel(l.hard) }

// idle waits for a wake-up, for a moment (none when zero), or for the end; false at the end.
func (l *lifetime) idle(wake <-chan struct{}, until time.Time) bool {
	var fire <-chan time.Time
	if !until.IsZero() {
		t := l.clock.NewTimer(max(until.Sub(l.clock.Now()), 0))
		defer t.Stop()
		fire = t.C()
	}
	select {
	case <-l.soft.Done():
		return false
	case <-wake:
	case <-fire:
	}
	return l.soft.Err() == nil
}

// backoff is the pause after n polls in a row without an answer: doubling, with a quarter of jitter.
func (l *lifetime) backoff(n int) time.Duration {
	d := min(minPause<<min(max(n-1, 0), 10), maxBackoff)
	return d + l.spread(d/4)
}

func (l *lifetime) spread(d time.Duration) time.Duration {
	return time.Duration(l.jitter() * float64(d))
}

// insist tries until it is done, or cannot be, or the engine is cut: then it tries once more, at once.
func (l *lifetime) insist(try func() (again bool, err error)) error {
	for wait := time.Second; ; wait = min(2*wait, 30*time.Second) {
		again, err := try()
		if err == nil || !again || l.hard.Err() != nil {
			return err
		}
		t := l.clock.NewTimer(wait)
		select {
		case <-t.C():
		case <-l.hard.Done():
			t.Stop()
		}
	}
}

// signal is a wake-up that is remembered until somebody listens.
type signal chan struct{}

func newSignal() signal { return make(signal, 1) }

func (s signal) raise() {
	select {
	case s <- struct{}{}:
	default:
	}
}

// passingTries is how often what stopped at a fault that passes is tried again, for about a quarter of an hour: a
// disk or a host may be away.
const passingTries = 20
