package drawing

import (
	"image"
	"math"
)

// Bounds are the pixels of the canvas that the mark may touch, the width of its line and half-covered pixels included. They
// may reach outside of the canvas. Of an Emphasis it is the region, though the rest may be what it darkens: see Darkens.
func (m Mark) Bounds() image.Rectangle {
	var r Rect
	var padX, padY float64
	switch m.Kind {
	case Brush, Erase, Line, Arrow:
		if len(m.Points) == 0 {
			return image.Rectangle{}
		}
		// The pen is round in the mark's own coordinates: on the canvas an ellipse with these half axes upright and across.
		at, half := m.At.or0(), m.Style.Width/2
		padX, padY = half*math.Hypot(at.A, at.B), half*math.Hypot(at.D, at.E)
		r = m.At.around(m.Points...)
		if m.Kind == Arrow {
			head := m.Head()
			r = r.with(m.At.around(head[:]...))
		}
	case Box, Ellipse, Emphasis:
		c := m.Rect().Grown(m.Style.Width / 2).Corners()
		r = m.At.around(c[:]...)
	default:
		c := m.Rect().Corners()
		r = m.At.around(c[:]...)
	}
	return image.Rect(down(r.X0-padX), down(r.Y0-padY), up(r.X1+padX), up(r.Y1+padY))
}

// Darkens says that the mark changes all pixels outside of its region.
func (m Mark) Darkens() bool { return m.Kind == Emphasis && !m.Style.Outline }

// Reach is how many pixels beyond its Bounds a mark reads of what is below it: those that a blur mixes in, and the rest of
// the squares that the edge of a pixelated region cuts.
func (m Mark) Reach() int {
	switch m.Kind {
	case Blur:
		return up(3 * m.Style.Width * m.At.stretch())
	case Pixelate:
		return up(math.Sqrt2 * m.Style.Width * m.At.stretch())
	}
	return 0
}

// around is the upright rectangle around points that m has mapped.
func (m Matrix) around(points ...Point) Rect {
	first := m.Apply(points[0])
	r := RectOf(first, first)
	for _, p := range points[1:] {
		q := m.Apply(p)
		r = Rect{min(r.X0, q.X), min(r.Y0, q.Y), max(r.X1, q.X), max(r.Y1, q.Y)}
	}
	return r
}

func (r Rect) with(o Rect) Rect {
	return Rect{min(r.X0, o.X0), min(r.Y0, o.Y0), max(r.X1, o.X1), max(r.Y1, o.Y1)}
}

// stretch is by how much m makes a length longer at most: its larger singular value.
func (m Matrix) stretch() float64 {
	m = m.or0()
	a, b, d, e := m.A, m.B, m.D, m.E
	return (math.Hypot(a+e, d-b) + math.Hypot(a-e, d+b)) / 2
}

// down and up round outwards, with one pixel more for edges that are smoothed, and stay where integers are safe.
func down(f float64) int { return int(math.Max(math.Floor(f)-1, -maxPlace)) }
func up(f float64) int   { return int(math.Min(math.Ceil(f)+1, maxPlace)) }
