package heap

import "testing"

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
