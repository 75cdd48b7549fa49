package paint

import (
	"image"
	"math"

	"viviscope/gui/editor/drawing"
)

// stroke is what a round pen leaves along lines: a brush, an eraser, a line, an arrow. Its coverage is the highest that the
// pen has anywhere along them, so a stroke that crosses itself is not darker there, and how densely its points lie does
// not show.
type stroke struct {
	pen   pen
	none  bool // nothing to see
	at    drawing.Matrix
	tint  tint
	erase bool
	line  []segment
	runs  []image.Rectangle // what each runLength segments may touch
}

const runLength = 16

func strokeOf(m drawing.Mark) *stroke {
	s := &stroke{at: m.At, tint: tintOf(m.Style.Color, m.Style.Opacity), erase: m.Kind == drawing.Erase}
	hardness := m.Style.Hardness
	if m.Kind == drawing.Line || m.Kind == drawing.Arrow {
		hardness = 1
	}
	if s.erase {
		s.tint.alpha = byteOf(m.Style.Opacity)
	}
	pen, ok := penOf(m.Style.Width, hardness, m.At)
	s.pen, s.none = pen, !ok || s.tint.alpha == 0
	switch m.Kind {
	case drawing.Brush, drawing.Erase:
		s.extend(nil, m.Points)
	case drawing.Line, drawing.Arrow:
		if len(m.Points) < 2 {
			break
		}
		s.add(m.Points[0], m.Points[1])
		if m.Kind == drawing.Arrow {
			for _, end := range m.Head() {
				s.add(m.Points[1], end)
			}
		}
	}
	return s
}

// extend leads the pen on from where it stands; nil: it is set down at the first of the points.
func (s *stroke) extend(from *drawing.Point, points []drawing.Point) {
	for i := range points {
		if from == nil {
			s.add(points[i], points[i])
		} else {
			s.add(*from, points[i])
		}
		from = &points[i]
	}
}

func (s *stroke) add(a, b drawing.Point) {
	g := segmentOf(a, b, s.at)
	if s.none || !near(g.a) || !near(g.b) {
		return
	}
	if len(s.line)%runLength == 0 {
		s.runs = append(s.runs, image.Rectangle{})
	}
	last := &s.runs[len(s.runs)-1]
	*last = last.Union(s.pen.around(g.a, g.b))
	s.line = append(s.line, g)
}

func (s *stroke) touches(r image.Rectangle) bool {
	for i, run := range s.runs {
		if !run.Overlaps(r) {
			continue
		}
		for _, g := range s.line[i*runLength : min(len(s.line), (i+1)*runLength)] {
			if s.pen.meets(g, r) {
				return true
			}
		}
	}
	return false
}

func (s *stroke) paint(t *tile) {
	clear(t.mask[:])
	row := func(y int) []uint8 { return t.mask[t.index(t.rect.Min.X, y):][:tileSide] }
	for i, run := range s.runs {
		if !run.Overlaps(t.rect) {
			continue
		}
		for _, g := range s.line[i*runLength : min(len(s.line), (i+1)*runLength)] {
			s.pen.lead(t.rect, g, t.rect.Min.X, row)
		}
	}
	for y := t.rect.Min.Y; y < t.rect.Max.Y; y++ {
		ground := t.ground.Pix[t.ground.PixOffset(t.rect.Min.X, y):]
		s.lay(t.pix[4*t.index(t.rect.Min.X, y):], ground, row(y)[:t.rect.Dx()])
	}
}

// lay puts the stroke upon pixels, of which it covers so much each; ground is what is below all marks.
func (s *stroke) lay(pix, ground, cover []uint8) {
	for i, c := range cover {
		if c == 0 {
			continue
		}
		a := mul(uint32(c), s.tint.alpha)
		p := pix[4*i : 4*i+4 : 4*i+4]
		if !s.erase {
			over(p, mul(s.tint.c[0], a), mul(s.tint.c[1], a), mul(s.tint.c[2], a), a)
			continue
		}
		for k := range p {
			p[k] = uint8(mul(uint32(p[k]), 255-a) + mul(uint32(ground[4*i+k]), a))
		}
	}
}

// fadeSteps is how finely the soft edge of a pen is told apart: finer than the 255 steps of a coverage.
const fadeSteps = 1024

// pen is a round tip. The coverage of a pixel follows from its middle's distance to the line that the pen is led along, in the
// line's own coordinates.
type pen struct {
	inner, outer float64        // where the tip begins to fade and where it ends
	reach        drawing.Point  // how far from the line it can touch a pixel, across and upright on the canvas
	back         drawing.Matrix // from the canvas to the line
	fade         *[fadeSteps + 1]uint8
}

// penOf is a tip of a mark's style under the mark's matrix. ok is false where it can leave no trace.
func penOf(width, hardness float64, at drawing.Matrix) (p pen, ok bool) {
	scale := at.Scale()
	if !(width > 0) || !(scale > 0) {
		return pen{}, false
	}
	if p.back, ok = at.Inverse(); !ok {
		return pen{}, false
	}
	if hardness = min(hardness, 1); !(hardness > 0) {
		hardness = 0
	}
	radius, pixel := width/2, 1/scale
	p.inner, p.outer = hardness*radius-pixel/2, radius+pixel/2
	from, right, down := at.Apply(drawing.Point{}), at.Apply(drawing.Point{X: p.outer}), at.Apply(drawing.Point{Y: p.outer})
	p.reach = drawing.Point{X: math.Hypot(right.X-from.X, down.X-from.X), Y: math.Hypot(right.Y-from.Y, down.Y-from.Y)}
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

// around is the pixels that the pen may touch when it is led from a to b on the canvas.
func (p *pen) around(a, b drawing.Point) image.Rectangle {
	return image.Rect(
		int(math.Floor(min(a.X, b.X)-p.reach.X)), int(math.Floor(min(a.Y, b.Y)-p.reach.Y)),
		int(math.Ceil(max(a.X, b.X)+p.reach.X)), int(math.Ceil(max(a.Y, b.Y)+p.reach.Y)),
	)
}

// lead raises the coverage of the pixels in clip to that of the pen led along s. row gives the coverage of a row from the
// pixel left on. A pixel's coverage does not depend on clip, and the order of several calls does not matter: the highest
// stays.
func (p *pen) lead(clip image.Rectangle, s segment, left int, row func(y int) []uint8) {
	clip = clip.Intersect(p.around(s.a, s.b))
	for y := clip.Min.Y; y < clip.Max.Y; y++ {
		x0, x1 := p.row(float64(y)+0.5, s, clip)
		if x0 >= x1 {
			continue
		}
		cover := row(y)[x0-left : x1-left]
		p.raise(cover, x0, y, s)
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

// raise raises the coverage of pixels of a row, from x0 on.
func (p *pen) raise(cover []uint8, x0, y int, s segment) {
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
			cover[i] = max(was, p.faded(d))
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
