package jobs

import "time"

// clockSlack is how far the clock may be set back without being noticed. Corrections by network time are smaller.
const clockSlack = 5 * time.Second

func isSetBack(seen, now time.Time) bool { return now.Before(seen.Add(-clockSlack)) }

// gates stores until when no request may be sent to each profile's service, because the service asked for a pause.
type gates struct {
	until map[int64]time.Time
	seen  time.Time // the last reading of the clock
}

func newGates() gates { return gates{until: make(map[int64]time.Time)} }

// checkClock reports whether the clock was set back since the last call. Then the stored times may be days ahead, so
// checkClock restarts the rest of each wait at the new time.
func (g *gates) checkClock(now time.Time) (back bool) {
	back = isSetBack(g.seen, now)
	if back {
		for p, until := range g.until {
			g.until[p] = now.Add(min(max(until.Sub(g.seen), 0), maxGate))
		}
	}
	g.seen = now
	return back
}

// extend extends the pause of a profile, and never shortens it. The caller has called look before.
func (g *gates) extend(profile int64, until time.Time) {
	g.until[profile] = later(g.until[profile], until)
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// maxGate is the longest pause that a Retry-After header can cause.
const maxGate = 15 * time.Minute
