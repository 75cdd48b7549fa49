package drawing

import "slices"

// Frozen is the history as it is now, for writing down on another goroutine while this one goes on. It shares the marks and
// their points, which nobody writes to.
func (h *History) Frozen() *History {
	return &History{now: h.now, done: slices.Clone(h.done), undone: slices.Clone(h.undone), most: h.most}
}
