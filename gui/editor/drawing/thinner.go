package drawing

import (
	"math"
)

// Precision of a stored stroke. Its path deviates at most Exact from every position of the pointer: maxDeviation by
// leaving out points, the rest (half a grain, diagonally) by rounding.
const (
	Exact        = 0.25    // px
	pointGrid    = 1.0 / 8 // px, the grid of points, which keeps them short in a file
	maxDeviation = Exact - pointGrid*math.Sqrt2/2
)

// Round returns the nearest point on the grid of eighths of a pixel.
func (p Point) Round() Point {
	return Point{math.Round(p.X/pointGrid) * pointGrid, math.Round(p.Y/pointGrid) * pointGrid}
}

// Thinner thins the points of a stroke as they arrive, so that the memory of a long stroke depends on its shape and not
// on its duration. Kept points never change. The zero value is ready.
type Thinner struct {
	kept []Point
	wait []Point // positions since the last kept point, the newest last
}

// window bounds the waiting positions, and so the work of Add.
const window = 64

// Add adds a position of the pointer and returns the points that are kept because of it, mostly none or one.
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

// Last returns the newest position, which may not be kept yet.
func (t *Thinner) Last() Point {
	if len(t.wait) == 0 {
		return Point{}
	}
	return t.wait[len(t.wait)-1].Round()
}

// Points returns the points of the stroke up to the newest position. The slice belongs to the caller.
func (t *Thinner) Points() []Point {
	out := append(make([]Point, 0, len(t.kept)+1), t.kept...)
	if last := t.Last(); len(out) > 0 && out[len(out)-1] != last {
		out = append(out, last)
	}
	return out
}

// straight reports whether all places are within maxDeviation of the segment from a to b. The ends are rounded later,
// by half a grain each.
func straight(a, b Point, places []Point) bool {
	for _, p := range places {
		if distance(p, a, b) > maxDeviation {
			return false
		}
	}
	return true
}
