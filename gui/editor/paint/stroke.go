package paint

import (
	"image"

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
	var ok bool
	if s.pen, ok = penOf(m.Style.Width, hardness, m.At); !ok || s.tint.alpha == 0 {
		s.none = true
	}
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
	if s.none {
		return false
	}
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
	for i, run := range s.runs {
		if !run.Overlaps(t.rect) {
			continue
		}
		for _, g := range s.line[i*runLength : min(len(s.line), (i+1)*runLength)] {
			s.pen.lead(&t.mask, t.rect.Min, t.rect, g)
		}
	}
	s.lay(t.layer, &t.mask, t.rect.Min, t.rect)
}

// lay blends what the mask covers in r, which lies inside of the tile at, into the layer.
func (s *stroke) lay(l *layer, m *mask, at image.Point, r image.Rectangle) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		i := (y-at.Y)*tileSide + r.Min.X - at.X
		for _, c := range m[i : i+r.Dx()] {
			if c != 0 {
				a := mul(uint32(c), s.tint.alpha)
				if s.erase {
					l.erase(i, a)
				} else {
					l.blend(i, mul(s.tint.c[0], a), mul(s.tint.c[1], a), mul(s.tint.c[2], a), a)
				}
			}
			i++
		}
	}
}
