package compose

import "slices"

// walk is the way through earlier prompts with the keyboard. The first of its lines is what was being typed; above it lie
// the earlier prompts, the newest first. Every line keeps what is done to it, so that nothing that is typed on the way is
// lost while the walk lasts.
type walk struct {
	lines  []string
	at     int
	edited bool
}

// newWalk begins at what is being typed. An earlier prompt that is the same is no step.
func newWalk(typed string, earlier []string) *walk {
	lines := []string{typed}
	for _, p := range earlier {
		if !slices.Contains(lines, p) {
			lines = append(lines, p)
		}
	}
	return &walk{lines: lines}
}

// step goes up (+1) or down (-1) from what stands in the field now, and returns what stands there next; false at the ends.
func (w *walk) step(now string, by int) (string, bool) {
	if w.lines[w.at] != now {
		w.lines[w.at] = now
		w.edited = w.edited || w.at > 0
	}
	to := w.at + by
	if to < 0 || to >= len(w.lines) {
		return "", false
	}
	w.at = to
	return w.lines[to], true
}

// over reports whether the walk is back where it began, with nothing left behind: the next one may look for newer prompts.
func (w *walk) over() bool { return w.at == 0 && !w.edited }
