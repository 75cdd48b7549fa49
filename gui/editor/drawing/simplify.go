package drawing

import "math"

// How exact a kept stroke is. The path through the kept points runs at most Exact beside every place at which the pointer was:
// offThin of it by leaving points out, the rest (half of a grain, across the diagonal) by rounding.
const (
	Exact   = 0.25    // px
	grain   = 1.0 / 8 // px, what points are rounded to, so that they are short in a file
	offThin = Exact - grain*math.Sqrt2/2
)

// Round is the point on the grid of eighths of a pixel on which strokes are kept.
func (p Point) Round() Point {
	return Point{math.Round(p.X/grain) * grain, math.Round(p.Y/grain) * grain}
}

// Thinner thins the points of a stroke as they come, so that a stroke that goes on for minutes needs no more memory than its
// shape does: what is kept never changes any more, and between two kept points at most window places wait. The zero value is
// ready.
type Thinner struct {
	kept []Point
	wait []Point // since the last kept one; the last of them is the newest place
}

// window bounds the places that wait, and with them the work of one more.
const window = 64

// Add takes a place of the pointer and gives the points that became certain by it, mostly none or one.
func (t *Thinner) Add(p Point) []Point {
	if len(t.kept) == 0 {
		t.kept = append(t.kept, p.Round())
		t.wait = append(t.wait, p)
		return t.kept[:1]
	}
	if p == t.wait[len(t.wait)-1] {
		return nil
	}
	from := t.kept[len(t.kept)-1]
	if len(t.wait) < window && straight(from, p, t.wait) {
		t.wait = append(t.wait, p)
		return nil
	}
	corner := t.wait[len(t.wait)-1].Round()
	t.wait = append(t.wait[:0], t.wait[len(t.wait)-1], p)
	if corner == from {
		return nil
	}
	t.kept = append(t.kept, corner)
	return t.kept[len(t.kept)-1:]
}

// Len is how many points the stroke has that are certain.
func (t *Thinner) Len() int { return len(t.kept) }

// Last is the newest place, which is not certain yet.
func (t *Thinner) Last() Point {
	if len(t.wait) == 0 {
		return Point{}
	}
	return t.wait[len(t.wait)-1].Round()
}

// Points are the points of the whole stroke up to the newest place. They belong to the caller.
func (t *Thinner) Points() []Point {
	out := append(make([]Point, 0, len(t.kept)+1), t.kept...)
	if last := t.Last(); len(out) > 0 && out[len(out)-1] != last {
		out = append(out, last)
	}
	return out
}

// straight says that all places lie near enough to the straight piece from a to b. The ends are rounded later, by half of a
// grain each.
func straight(a, b Point, places []Point) bool {
	for _, p := range places {
		if distance(p, a, b) > offThin {
			return false
		}
	}
	return true
}
