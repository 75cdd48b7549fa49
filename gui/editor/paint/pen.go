package paint

import (
	"image"
	"math"

	"viviscope/gui/editor/drawing"
)

// fadeSteps is the resolution of the soft edge of a pen. It is finer than the 255 steps of a coverage.
const fadeSteps = 1024

// pen is a round tip. The coverage of a pixel depends on the distance of its middle from the line, in the coordinates
// of the mark.
type pen struct {
	inner, outer float64        // radii at which the tip begins to fade and ends
	reach        drawing.Point  // largest distance of a touched pixel from the line, on the canvas
	back         drawing.Matrix // from the canvas to the mark
	fade         *[fadeSteps + 1]uint8
}

// penOf returns the tip of a mark's style under the mark's matrix. ok is false if it is invisible.
func penOf(width, hardness float64, at drawing.Matrix) (p pen, ok bool) {
	scale := at.Scale()
	if !(width > 0) || !(scale > 0) {
		return pen{}, false
	}
	if p.back, ok = at.Inverse(); !ok {
		return pen{}, false
	}
	hardness = min(hardness, 1)
	if !(hardness > 0) {
		hardness = 0
	}
	radius, pixel := width/2, 1/scale
	p.inner, p.outer = hardness*radius-pixel/2, radius+pixel/2
	from, right, down := at.Apply(drawing.Point{}), at.Apply(drawing.Point{X: p.outer}),
		at.Apply(drawing.Point{Y: p.outer})
	p.reach = drawing.Point{X: math.Hypot(right.X-from.X, down.X-from.X), Y: math.Hypot(right.Y-from.Y, down.Y-from.Y)}
	if !inRange(p.reach) {
		return pen{}, false
	}
	p.fade = new([fadeSteps + 1]uint8)
	for i := range p.fade {
		t := float64(i) / fadeSteps
		// A hard tip fades linearly over the one pixel at its edge, a soft tip along a smooth curve.
		t = hardness*t + (1-hardness)*t*t*(3-2*t)
		p.fade[i] = uint8(math.Round(255 * t))
	}
	return p, true
}

// around returns the bounds of the pixels that the pen may touch between a and b on the canvas.
func (p *pen) around(a, b drawing.Point) image.Rectangle {
	return image.Rect(
		int(math.Floor(min(a.X, b.X)-p.reach.X)), int(math.Floor(min(a.Y, b.Y)-p.reach.Y)),
		int(math.Ceil(max(a.X, b.X)+p.reach.X)), int(math.Ceil(max(a.Y, b.Y)+p.reach.Y)),
	)
}

// raiseAlong raises the coverage of the pixels in clip to that of the pen along s. row returns the coverage of a row
// from pixel left on. The coverage of a pixel depends neither on clip nor on the order of calls: the maximum stays.
func (p *pen) raiseAlong(clip image.Rectangle, s segment, left int, row func(y int) []uint8) {
	clip = clip.Intersect(p.around(s.a, s.b))
	for y := clip.Min.Y; y < clip.Max.Y; y++ {
		x0, x1 := p.row(float64(y)+0.5, s, clip)
		if x0 >= x1 {
			continue
		}
		cover := row(y)[x0-left : x1-left]
		p.raiseRow(cover, x0, y, s)
	}
}

// row returns the range of pixels of a row that can be within reach of the line.
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

// raiseRow raises the coverage of pixels of a row, from x0 on.
func (p *pen) raiseRow(cover []uint8, x0, y int, s segment) {
	dx, dy := s.ownB.X-s.ownA.X, s.ownB.Y-s.ownA.Y
	var per float64
	if l := dx*dx + dy*dy; l > 0 {
		per = 1 / l
	}
	inner, outer := p.inner*p.inner, p.outer*p.outer
	if p.inner < 0 {
		inner = -1
	}
	m, fy := p.back, float64(y)+0.5
	left, top := m.B*fy+m.C-s.ownA.X, m.E*fy+m.F-s.ownA.Y
	for i, was := range cover {
		if was == 255 {
			continue
		}
		fx := float64(x0+i) + 0.5
		px, py := m.A*fx+left, m.D*fx+top
		t := min(max((px*dx+py*dy)*per, 0), 1)
		ex, ey := px-t*dx, py-t*dy
		switch d := ex*ex + ey*ey; {
		case d >= outer:
		case d <= inner:
			cover[i] = 255
		default:
			cover[i] = max(was, p.coverageAt(d))
		}
	}
}

// coverageAt returns the coverage at a distance, given as its square.
func (p *pen) coverageAt(square float64) uint8 {
	t := (p.outer - math.Sqrt(square)) / (p.outer - p.inner)
	return p.fade[int(min(max(t, 0), 1)*fadeSteps)]
}

// meets reports whether the pen may touch r along s.
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
	// One pixel of tolerance for rounding.
	return within(s.a.X, s.b.X-s.a.X, float64(r.Min.X)-p.reach.X-1, float64(r.Max.X)+p.reach.X+1) &&
		within(s.a.Y, s.b.Y-s.a.Y, float64(r.Min.Y)-p.reach.Y-1, float64(r.Max.Y)+p.reach.Y+1)
}

// segment is a piece of a line, on the canvas (a, b) and in the coordinates of the mark.
type segment struct {
	a, b, ownA, ownB drawing.Point
}

func segmentOf(a, b drawing.Point, at drawing.Matrix) segment {
	return segment{a: at.Apply(a), b: at.Apply(b), ownA: a, ownB: b}
}
