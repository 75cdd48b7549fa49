package jobs

import "time"

// clockSlack is how far a clock may go back unnoticed: corrections over the network are smaller.
const clockSlack = 5 * time.Second

func setBack(seen, now time.Time) bool { return now.Before(seen.Add(-clockSlack)) }

// gates knows until when each profile's service is to be left alone, because it said so.
type gates struct {
	until map[int64]time.Time
	seen  time.Time // what the clock last said
}

func newGates() gates { return gates{until: make(map[int64]time.Time)} }

// look reports whether the clock was set back since it last looked. A time that was taken from it may lie days ahead
// then, so what was left of each wait begins anew.
func (g *gates) look(now time.Time) (back bool) {
	if back = setBack(g.seen, now); back {
		for p, until := range g.until {
			g.until[p] = now.Add(min(max(until.Sub(g.seen), 0), maxGate))
		}
	}
	g.seen = now
	return back
}

// shut makes a wait longer, and none shorter. The owner has looked at the clock before.
func (g *gates) shut(profile int64, until time.Time) {
	g.until[profile] = later(g.until[profile], until)
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// maxGate is the longest pause that a Retry-After can ask for.
const maxGate = 15 * time.Minute
