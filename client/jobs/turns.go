package jobs

import (
	"context"
	"errors"
	"sync/atomic"
	"time"
)

const (
	// turnFloor is how many bytes a second a download must bring to keep its place while others wait for one.
	turnFloor = 32 << 10
	// turnLength is how long it may be slower at first; each turn that it gives up doubles the next, so that also a
	// file which cannot be continued, and begins again each time, comes in one day.
	turnLength = 3 * time.Minute
	turnCheck  = time.Minute
	maxTurn    = 8 // doublings: about half a day
)

// errGaveWay ends a slow download in favour of others. Its part stays and is continued in its next turn.
var errGaveWay = errors.New("too slow to keep its place while others wait")

// turn counts what one try brings in.
type turn struct {
	gained atomic.Int64
	last   int64 // of the goroutine that downloads; the bytes of an earlier try are no gain
	begun  bool
}

func (t *turn) at(done int64) {
	if t.begun && done > t.last {
		t.gained.Add(done - t.last)
	}
	t.begun, t.last = true, done
}

// watchTurn calls give when the try has been slow for too long and others wait. It returns then, or when ctx ends.
func (e *Engine) watchTurn(ctx context.Context, f *fetch, t *turn, give func()) {
	patience := turnLength << min(f.turns, maxTurn)
	slow := time.Duration(0)
	for {
		before := t.gained.Load()
		timer := e.clock.NewTimer(turnCheck)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-timer.C():
		}
		if t.gained.Load()-before < int64(turnFloor*turnCheck/time.Second) {
			slow += turnCheck
		} else {
			slow = 0
		}
		if slow >= patience && e.fetches.othersWait() {
			give()
			return
		}
	}
}

// gaveWay takes note of a turn that was given up: until the time returned the job only takes a place that nobody else
// wants. The caller is the worker that owns f.
func (f *fetch) gaveWay(now time.Time) (next time.Time) {
	f.turns++
	f.behind = true
	return now.Add(turnLength)
}
