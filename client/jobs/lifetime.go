package jobs

import (
	"context"
	"time"

	"viviscope/client/guard"
)

const (
	// minPause is the least time between two polls of one task; more is discouraged by the service.
	minPause = 10 * time.Second
	// maxBackoff is the longest pause between two tries of what fails.
	maxBackoff = time.Minute
)

// panicPause is how long a loop rests that panicked.
const panicPause = 10 * time.Second

// keepRunning runs a loop until the engine stops, also where it panics.
func (e *Engine) keepRunning(work string, loop func()) {
	for guard.Run(work, loop) != nil && e.idle(nil, e.now().Add(panicPause)) {
	}
}

func (e *Engine) now() time.Time { return e.clock.Now().UTC() }

// committing is the context of a worker's transactions: what was learned is written down although the engine stops.
func (e *Engine) committing() context.Context { return context.WithoutCancel(e.hard) }

// idle waits for a wake-up, for a moment (none when zero), or for the end; false at the end.
func (e *Engine) idle(wake <-chan struct{}, until time.Time) bool {
	var fire <-chan time.Time
	if !until.IsZero() {
		t := e.clock.NewTimer(max(until.Sub(e.clock.Now()), 0))
		defer t.Stop()
		fire = t.C()
	}
	select {
	case <-e.soft.Done():
		return false
	case <-wake:
	case <-fire:
	}
	return e.soft.Err() == nil
}

// backoff is the pause after n polls in a row without an answer: doubling, with a quarter of jitter.
func (e *Engine) backoff(n int) time.Duration {
	d := min(minPause<<min(max(n-1, 0), 10), maxBackoff)
	return d + e.spread(d/4)
}

func (e *Engine) spread(d time.Duration) time.Duration { return time.Duration(e.jitter() * float64(d)) }

// insist tries until it is done, or cannot be, or the engine is cut: then it tries once more, at once.
func (e *Engine) insist(try func() (again bool, err error)) error {
	for wait := time.Second; ; wait = min(2*wait, 30*time.Second) {
		again, err := try()
		if err == nil || !again || e.hard.Err() != nil {
			return err
		}
		t := e.clock.NewTimer(wait)
		select {
		case <-t.C():
		case <-e.hard.Done():
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
