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
	// minPause is the least time between two polls of one task. The service discourages shorter pauses.
	minPause = 10 * time.Second
	// maxBackoff is the longest pause between two tries of a failing operation.
	maxBackoff = time.Minute
)

// lifetime is shared by all parts of one run of the engine. It contains the clock, the log, the contexts that end the
// run, and the goroutines that Stop waits for.
type lifetime struct {
	clock  Clock
	jitter func() float64
	log    *slog.Logger

	// soft ends with Stop: no new work begins, and GETs are cancelled. hard ends when Stop times out: only then are
	// requests cancelled that may cost money.
	soft, hard             context.Context
	cancelSoft, cancelHard context.CancelFunc
	workers                sync.WaitGroup
}

// newLifetime returns the lifetime of an engine that has not started. Any argument may be nil; the defaults are those
// of [Options].
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

// startRun starts the run. Cancelling ctx ends it.
func (l *lifetime) startRun(ctx context.Context) { l.soft, l.cancelSoft = context.WithCancel(ctx) }

// panicPause is the pause before a loop is restarted after a panic.
const panicPause = 10 * time.Second

// keepRunning runs a loop until the engine stops, and restarts it after a panic.
func (l *lifetime) keepRunning(work string, loop func()) {
	for guard.Run(work, loop) != nil && l.idle(nil, l.now().Add(panicPause)) {
	}
}

func (l *lifetime) now() time.Time { return l.clock.Now().UTC() }

// commitContext returns the context of a worker's transactions. It is never cancelled, so that results are stored even
// while the engine stops.
func (l *lifetime) commitContext() context.Context { return context.WithoutCancel(l.hard) }

// idle waits until wake fires, until a time (if not zero), or until the engine stops. It returns false if the engine
// stops.
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

// backoff returns the pause after n failures in a row: doubling, with a quarter of jitter.
func (l *lifetime) backoff(n int) time.Duration {
	d := min(minPause<<min(max(n-1, 0), 10), maxBackoff)
	return d + l.randomPause(d/4)
}

func (l *lifetime) randomPause(d time.Duration) time.Duration {
	return time.Duration(l.jitter() * float64(d))
}

// retry repeats try until it succeeds or returns again = false. After hard has ended, it tries once more at once and
// gives up.
func (l *lifetime) retry(try func() (again bool, err error)) error {
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

// signal is a wake-up. It is kept until a goroutine receives it.
type signal chan struct{}

func newSignal() signal { return make(signal, 1) }

func (s signal) raise() {
	select {
	case s <- struct{}{}:
	default:
	}
}

// maxTemporaryTries is how often an operation that fails with a temporary fault is tried, over about a quarter of an
// hour. A disk or a host may be away.
const maxTemporaryTries = 20
