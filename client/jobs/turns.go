package jobs

import (
	"context"
	"errors"
	"sync/atomic"
	"time"
)

const (
	// turnFloor is the rate, in bytes per second, that a download must reach to keep its place while others wait.
	turnFloor = 32 << 10
	// turnLength is how long a download may be slower at first. Each turn that it gives up doubles the next one, so
	// that even a file that cannot be resumed is complete within a day.
	turnLength = 3 * time.Minute
	turnCheck  = time.Minute
	maxTurn    = 8 // doublings: about half a day
)

// errGaveWay ends a slow download in favour of others. Its partial file stays and is resumed in its next turn.
var errGaveWay = errors.New("too slow to keep its place while others wait")

// turn counts the bytes that one try downloads.
type turn struct {
	gained atomic.Int64
	last   int64 // used by the downloading goroutine; bytes of an earlier try do not count
	begun  bool
}

func (t *turn) at(done int64) {
	if t.begun && done > t.last {
		t.gained.Add(done - t.last)
	}
	t.begun, t.last = true, done
}

// watch calls give when the download has been slow for longer than patience and others wait. It returns then, or when
// ctx ends.
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
