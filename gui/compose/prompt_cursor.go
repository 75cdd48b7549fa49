package compose

import "slices"

// promptCursor is the way through earlier prompts with the keyboard. The first of its lines is what was being typed; above it lie
// the earlier prompts, the newest first. Every line keeps what is done to it, so that nothing that is typed on the way is
// lost while it lasts.
type promptCursor struct {
	lines  []string
	at     int
	edited bool
}

// newPromptCursor begins at what is being typed. An earlier prompt that is the same is no step.
func newPromptCursor(typed string, earlier []string) *promptCursor {
	lines := []string{typed}
	for _, p := range earlier {
		if !slices.Contains(lines, p) {
			lines = append(lines, p)
		}
	}
	return &promptCursor{lines: lines}
}

// step moves up (+1) or down (-1) from the text in the field, and returns the next text; false at the ends.
func (c *promptCursor) step(now string, by int) (string, bool) {
	if c.lines[c.at] != now {
		c.lines[c.at] = now
		c.edited = c.edited || c.at > 0
	}
	to := c.at + by
	if to < 0 || to >= len(c.lines) {
		return "", false
	}
	c.at = to
	return c.lines[to], true
}

// over reports whether it is back where it began, with nothing left behind: the next one may look for newer prompts.
func (c *promptCursor) over() bool { return c.at == 0 && !c.edited }
