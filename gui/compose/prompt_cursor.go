package compose

import "slices"

// promptCursor steps through earlier prompts. The first line is the text that the user was typing, followed by the
// earlier prompts, newest first. Changes of each line are kept while the cursor exists, so that nothing typed is lost.
type promptCursor struct {
	lines  []string
	at     int
	edited bool
}

// newPromptCursor starts at the text that the user is typing. It skips an earlier prompt that is equal to it.
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

// over reports whether the cursor is back at its start and no line was changed, so that it can be replaced by a new
// one.
func (c *promptCursor) over() bool { return c.at == 0 && !c.edited }
