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

// watch calls give when the try has been slow for longer than patience and others wait. It returns then, or when ctx
// ends.
func (t *turn) watch(ctx context.Context, clock Clock, patience time.Duration, othersWait func() bool, give func()) {
	slow := time.Duration(0)
	for {
		before := t.gained.Load()
		timer := clock.NewTimer(turnCheck)
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
		if slow >= patience && othersWait() {
			give()
			return
		}
	}
}
