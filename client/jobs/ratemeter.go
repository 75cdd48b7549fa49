package jobs

import (
	"context"
	"errors"
	"sync/atomic"
	"time"
)

const (
	// minRate is the rate, in bytes per second, that a download must reach to keep its place while others wait.
	minRate = 32 << 10
	// firstSlowTimeout is how long a download may be slower in its first try. Each time it yields, the next timeout
	// doubles, so that even a file that cannot be resumed is complete within a day.
	firstSlowTimeout = 3 * time.Minute
	rateInterval     = time.Minute
	maxDoublings     = 8 // doublings: about half a day
)

// errYielded ends a slow download in favour of others. Its partial file stays and is resumed in the next try.
var errYielded = errors.New("too slow to keep its place while others wait")

// rateMeter counts the bytes of one try to download, to detect a slow download.
type rateMeter struct {
	received atomic.Int64
	last     int64 // used by the downloading goroutine; bytes of an earlier try do not count
	begun    bool
}

func (t *rateMeter) count(done int64) {
	if t.begun && done > t.last {
		t.received.Add(done - t.last)
	}
	t.begun, t.last = true, done
}

// watch calls give when the download has been slow for longer than patience and others wait. It returns then, or when
// ctx ends.
func (t *rateMeter) watch(
	ctx context.Context, clock Clock, patience time.Duration, othersWait func() bool, give func(),
) {
	slow := time.Duration(0)
	for {
		before := t.received.Load()
		timer := clock.NewTimer(rateInterval)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-timer.C():
		}
		if t.received.Load()-before < int64(minRate*rateInterval/time.Second) {
			slow += rateInterval
		} else {
			slow = 0
		}
		if slow >= patience && othersWait() {
			give()
			return
		}
	}
}
