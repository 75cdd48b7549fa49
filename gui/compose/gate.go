package compose

// submitGate admits one click at a time, from its press until its rows are committed. At most one more click waits, and
// it must be a different one. It belongs to the window's goroutine.
type submitGate struct {
	running *click // nil: none
	waiting *click
}

// passage is the decision on a press.
type passage int

const (
	admitted passage = iota
	queued
	duplicate // the same click is running or waiting
	rejected  // another one waits
)

// ask returns the decision on a press without admitting it.
func (g *submitGate) ask(key requestKey) passage {
	switch {
	case g.running == nil:
		return admitted
	case g.running.key == key, g.waiting != nil && g.waiting.key == key:
		return duplicate
	case g.running.key.held != 0 && g.running.key.held == key.held:
		return duplicate // the job may be sent by then, without the later changes
	case g.waiting != nil:
		return rejected
	}
	return queued
}

// take admits or queues a click if ask allows it.
func (g *submitGate) take(c *click) passage {
	a := g.ask(c.key)
	switch a {
	case admitted:
		g.running = c
	case queued:
		g.waiting = c
	}
	return a
}

// leave ends the running click and returns the waiting one, or nil. It does not admit that one.
func (g *submitGate) leave() *click {
	next := g.waiting
	g.running, g.waiting = nil, nil
	return next
}

// saving reports whether the save of a held job is under way, or waits.
func (g *submitGate) saving(job int64) bool {
	return g.savingNow(job) || g.waiting != nil && g.waiting.key.held == job
}

// savingNow reports whether the save of a held job is under way, and is not only waiting.
func (g *submitGate) savingNow(job int64) bool { return g.running != nil && g.running.key.held == job }

// busy reports whether a click is being committed, or asked about.
func (g *submitGate) busy() bool { return g.running != nil }
