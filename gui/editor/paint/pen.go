package paint

import (
	"image"
	"math"

	"viviscope/gui/editor/drawing"
)

// mask is how much of each pixel of a tile is covered, 0 to 255.
type mask [tileSide * tileSide]uint8

// fadeSteps is how finely the soft edge of a pen is told apart: finer than the 255 steps of a coverage.
const fadeSteps = 1024

// pen is a round tip. The coverage of a pixel follows from its middle's distance to the line that the pen is led along.
type pen struct {
	inner, outer float64        // where the tip begins to fade and where it ends, in the unit of the line
	reach        drawing.Point  // how far from the line it can touch a pixel, across and upright on the canvas
	back         drawing.Matrix // from the canvas to the line
	skewed       bool           // the line has its own coordinates, and back leads to them; else it lies on the canvas
	fade         *[fadeSteps + 1]uint8
}

// penOf is a tip of a mark's style under the mark's matrix. ok is false where it can leave no trace.
func penOf(width, hardness float64, at drawing.Matrix) (p pen, ok bool) {
	scale := at.Scale()
	if !(width > 0) || !(scale > 0) {
		return pen{}, false
	}
	radius, pixel := width/2, 1/scale
	if even(at) {
		radius, pixel = radius*scale, 1
	} else {
		p.skewed = true
		if p.back, ok = at.Inverse(); !ok {
			return pen{}, false
		}
	}
	if hardness = min(hardness, 1); !(hardness > 0) {
		hardness = 0
	}
	p.inner, p.outer = hardness*radius-pixel/2, radius+pixel/2
	p.reach = drawing.Point{X: p.outer, Y: p.outer}
	if p.skewed {
		p.reach = drawing.Point{X: p.outer * math.Hypot(at.A, at.B), Y: p.outer * math.Hypot(at.D, at.E)}
	}
	if !near(p.reach) {
		return pen{}, false
	}
	p.fade = new([fadeSteps + 1]uint8)
	for i := range p.fade {
		t := float64(i) / fadeSteps
		// A hard tip fades over the one pixel that its edge cuts, in proportion to what it covers; a soft one in a curve
		// without a kink.
		t = hardness*t + (1-hardness)*t*t*(3-2*t)
		p.fade[i] = uint8(math.Round(255 * t))
	}
	return p, true
}

// even says that m keeps shapes: a round tip stays round.
func even(m drawing.Matrix) bool {
	if m == (drawing.Matrix{}) {
		return true
	}
	slack := 1e-9 * (math.Abs(m.A) + math.Abs(m.B))
	turned := math.Abs(m.A-m.E) <= slack && math.Abs(m.B+m.D) <= slack
	flipped := math.Abs(m.A+m.E) <= slack && math.Abs(m.B-m.D) <= slack
	return turned || flipped
}

// around is the pixels that the pen may touch when it is led from a to b on the canvas.
func (p *pen) around(a, b drawing.Point) image.Rectangle {
	return image.Rect(
		int(math.Floor(min(a.X, b.X)-p.reach.X)), int(math.Floor(min(a.Y, b.Y)-p.reach.Y)),
		int(math.Ceil(max(a.X, b.X)+p.reach.X)), int(math.Ceil(max(a.Y, b.Y)+p.reach.Y)),
	)
}

// lead raises the coverage of the pixels in clip, which lies inside of the tile at, to that of the pen led from a to b. A
// pixel's coverage does not depend on clip, and the order of several calls does not matter: the highest stays.
func (p *pen) lead(m *mask, at image.Point, clip image.Rectangle, s segment) {
	clip = clip.Intersect(p.around(s.a, s.b))
	for y := clip.Min.Y; y < clip.Max.Y; y++ {
		x0, x1 := p.row(float64(y)+0.5, s, clip)
		if x0 >= x1 {
			continue
		}
		row := m[(y-at.Y)*tileSide+x0-at.X:][:x1-x0]
		if p.skewed {
			p.skewedRow(row, x0, y, s)
		} else {
			p.plainRow(row, x0, y, s)
		}
	}
}

// row is the pixels of a row that can lie within reach of the line.
func (p *pen) row(y float64, s segment, clip image.Rectangle) (x0, x1 int) {
	lo, hi := 0.0, 1.0
	if dy := s.b.Y - s.a.Y; dy != 0 {
		t0, t1 := (y-p.reach.Y-s.a.Y)/dy, (y+p.reach.Y-s.a.Y)/dy
		lo, hi = max(lo, min(t0, t1)), min(hi, max(t0, t1))
		if lo > hi {
			return 0, 0
		}
	}
	dx := s.b.X - s.a.X
	left, right := s.a.X+lo*dx, s.a.X+hi*dx
	x0 = int(math.Floor(min(left, right) - p.reach.X))
	x1 = int(math.Ceil(max(left, right) + p.reach.X))
	return max(x0, clip.Min.X), min(x1, clip.Max.X)
}

func (p *pen) plainRow(row []uint8, x0, y int, s segment) {
	dx, dy := s.b.X-s.a.X, s.b.Y-s.a.Y
	var per float64
	if l := dx*dx + dy*dy; l > 0 {
		per = 1 / l
	}
	inner, outer := p.inner*p.inner, p.outer*p.outer
	if p.inner < 0 {
		inner = -1
	}
	py := float64(y) + 0.5 - s.a.Y
	for i := range row {
		if row[i] == 255 {
			continue
		}
		px := float64(x0+i) + 0.5 - s.a.X
		t := min(max((px*dx+py*dy)*per, 0), 1)
		ex, ey := px-t*dx, py-t*dy
		switch d := ex*ex + ey*ey; {
		case d >= outer:
		case d <= inner:
			row[i] = 255
		default:
			row[i] = max(row[i], p.faded(d))
		}
	}
}

func (p *pen) skewedRow(row []uint8, x0, y int, s segment) {
	dx, dy := s.ownB.X-s.ownA.X, s.ownB.Y-s.ownA.Y
	var per float64
	if l := dx*dx + dy*dy; l > 0 {
		per = 1 / l
	}
	for i := range row {
		own := p.back.Apply(drawing.Point{X: float64(x0+i) + 0.5, Y: float64(y) + 0.5})
		px, py := own.X-s.ownA.X, own.Y-s.ownA.Y
		t := min(max((px*dx+py*dy)*per, 0), 1)
		ex, ey := px-t*dx, py-t*dy
		if d := ex*ex + ey*ey; d < p.outer*p.outer {
			row[i] = max(row[i], p.faded(d))
		}
	}
}

// faded is the coverage at a distance, given as its square.
func (p *pen) faded(square float64) uint8 {
	t := (p.outer - math.Sqrt(square)) / (p.outer - p.inner)
	return p.fade[int(min(max(t, 0), 1)*fadeSteps)]
}

// segment is a piece of the line that a pen is led along, on the canvas and in its own coordinates.
type segment struct {
	a, b, ownA, ownB drawing.Point
}

func segmentOf(a, b drawing.Point, at drawing.Matrix) segment {
	return segment{a: at.Apply(a), b: at.Apply(b), ownA: a, ownB: b}
}

// meets says whether the pen may touch r when it is led along s.
func (p *pen) meets(s segment, r image.Rectangle) bool {
	if !p.around(s.a, s.b).Overlaps(r) {
		return false
	}
	lo, hi := 0.0, 1.0
	within := func(from, d, least, most float64) bool {
		if d == 0 {
			return from >= least && from <= most
		}
		t0, t1 := (least-from)/d, (most-from)/d
		lo, hi = max(lo, min(t0, t1)), min(hi, max(t0, t1))
		return lo <= hi
	}
	// One pixel more, for what is lost to rounding.
	return within(s.a.X, s.b.X-s.a.X, float64(r.Min.X)-p.reach.X-1, float64(r.Max.X)+p.reach.X+1) &&
		within(s.a.Y, s.b.Y-s.a.Y, float64(r.Min.Y)-p.reach.Y-1, float64(r.Max.Y)+p.reach.Y+1)
}
