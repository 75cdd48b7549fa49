package heap

import (
	"context"
	"runtime"
	"sync/atomic"
	"testing"
)

// Memory is given back once for each time that the program worked, as soon as it rests.
func TestGivingBackIsDueOnceAfterWork(t *testing.T) {
	w := watch{worked: true}
	made := uint64(0)
	for i, step := range []struct {
		more uint64
		due  bool
	}{
		{2 * rest, false}, {rest, true}, {0, false}, {rest / 2, false}, // the start, then rest
		{rest + 1, false}, {5 * rest, false}, {10, true}, {10, false}, // a scroll, then rest
	} {
		made += step.more
		if got := w.due(made); got != step.due {
			t.Errorf("look %d after %d bytes more: due %v, want %v", i, step.more, got, step.due)
		}
	}
}

// The ceiling leaves room above what is in use, and more where that is much.
func TestCeilingFollowsWhatIsInUse(t *testing.T) {
	for _, c := range []struct{ live, other, want uint64 }{
		{0, 0, headroom}, {50 << 20, 10 << 20, 60<<20 + headroom}, {480 << 20, 5 << 20, 565 << 20},
	} {
		if got := ceiling(held{c.live, c.other}); got != int64(c.want) {
			t.Errorf("%d in use and %d besides: %d, want %d", c.live, c.other, got, c.want)
		}
	}
}

// What the run-time says adds up: what a collection has found in use lies under the ceiling that follows from it.
func TestMeasuredIsWhatTheLastCollectionFound(t *testing.T) {
	kept := make([]byte, 32<<20)
	runtime.GC()
	with := measured()
	runtime.KeepAlive(kept)
	kept = nil
	runtime.GC()
	without := measured()
	if with.live < 32<<20 || without.live > with.live-30<<20 {
		t.Errorf("%d bytes in use with 32 MB kept, %d without", with.live, without.live)
	}
	if with.other > 64<<20 {
		t.Errorf("%d bytes besides the heap", with.other)
	}
}

// One call leads to the next, for as long as the context lives.
func TestCollectionsAreToldAgainAndAgain(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var told atomic.Int32
	afterEachCollection(ctx, func() { told.Add(1) })
	for told.Load() < 3 {
		runtime.GC() // ends the test by its own time where nothing is told
	}
}
