package paint

import (
	"image"

	"viviscope/gui/editor/drawing"
)

// stroke is the trace of a round pen along lines: a brush, an eraser, a line or an arrow. The coverage of a pixel is
// the maximum along all lines. So a stroke is not darker at its crossings, and the density of its points is invisible.
type stroke struct {
	pen   pen
	none  bool // it is invisible
	at    drawing.Matrix
	tint  tint
	erase bool
	line  []segment
	runs  []image.Rectangle // bounds of each runLength segments
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

// extend continues the stroke from a point. With from nil it starts at the first of points.
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
	if s.none || !inRange(g.a) || !inRange(g.b) {
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
			s.pen.raiseAlong(t.rect, g, t.rect.Min.X, row)
		}
	}
	for y := t.rect.Min.Y; y < t.rect.Max.Y; y++ {
		ground := t.ground.Pix[t.ground.PixOffset(t.rect.Min.X, y):]
		s.blend(t.pix[4*t.index(t.rect.Min.X, y):], ground, row(y)[:t.rect.Dx()])
	}
}

// blend blends the stroke into pixels with the given coverage. An eraser blends in ground, the pixels below all marks.
func (s *stroke) blend(pix, ground, cover []uint8) {
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
