package drawing

import (
	"image"
	"math"
	"strings"
	"unicode/utf8"
)

// Rect returns the bounds of a mark in its own coordinates, without the width of its line: the label of a Text, the
// square around the disc of a Number, the pixels of a Picture, the bounds of the points of any other kind.
func (m Mark) Rect() Rect {
	switch m.Kind {
	case Text:
		p, s := m.point(0), m.label()
		return Rect{p.X, p.Y, p.X + s.X, p.Y + s.Y}
	case Number:
		p, r := m.Disc()
		return Rect{p.X - r, p.Y - r, p.X + r, p.Y + r}
	case Picture:
		return Rect{0, 0, m.Size.X, m.Size.Y}
	}
	if len(m.Points) == 0 {
		return Rect{}
	}
	r := RectOf(m.Points[0], m.Points[0])
	for _, p := range m.Points[1:] {
		r = Rect{min(r.X0, p.X), min(r.Y0, p.Y), max(r.X1, p.X), max(r.Y1, p.Y)}
	}
	return r
}

// Corners returns the four corners of Rect on the canvas.
func (m Mark) Corners() [4]Point {
	c := m.Rect().Corners()
	for i := range c {
		c[i] = m.At.Apply(c[i])
	}
	return c
}

// Box returns the upright bounds of a mark on the canvas, without the width of its line.
func (m Mark) Box() Rect {
	switch m.Kind {
	case Brush, Erase, Line, Arrow:
		if len(m.Points) > 0 {
			return m.At.boundsOf(m.Points...)
		}
	}
	c := m.Rect().Corners()
	return m.At.boundsOf(c[:]...)
}

func (m Mark) middle() Point { return m.Rect().Middle() }

// point returns the i-th point; 0,0 if it does not exist.
func (m Mark) point(i int) Point {
	if i < len(m.Points) {
		return m.Points[i]
	}
	return Point{}
}

// label returns the size of the label of a text. A text that was not measured gets more room than it can need.
func (m Mark) label() Point {
	if m.Size.X > 0 && m.Size.Y > 0 {
		return m.Size
	}
	lines, widest := strings.Split(m.Text, "\n"), 0
	for _, l := range lines {
		widest = max(widest, utf8.RuneCountInString(l))
	}
	return Point{m.Style.Width * float64(widest+2), m.Style.Width * 2 * float64(len(lines))}
}

// Disc returns the middle and the radius of the disc of a Number, in the coordinates of the mark. The radius depends
// on the number of digits and their height, Style.Width.
func (m Mark) Disc() (Point, float64) {
	digits := 1
	for n := m.Number; n >= 10; n /= 10 {
		digits++
	}
	return m.point(0), m.Style.Width * (0.55 + 0.3*float64(digits))
}

// Head returns the head of an Arrow: the ends of the two strokes that meet at Points[1], in the coordinates of the
// mark. A short arrow has a small head, so that its shaft stays visible.
func (m Mark) Head() [2]Point {
	from, to := m.point(0), m.point(1)
	dx, dy := from.X-to.X, from.Y-to.Y
	length := math.Hypot(dx, dy)
	if length == 0 {
		return [2]Point{to, to}
	}
	k := min(math.Max(4*m.Style.Width, 8), 0.7*length) / length
	const wing = 32 * math.Pi / 180
	sin, cos := math.Sincos(wing)
	return [2]Point{
		{to.X + k*(dx*cos-dy*sin), to.Y + k*(dx*sin+dy*cos)},
		{to.X + k*(dx*cos+dy*sin), to.Y + k*(dy*cos-dx*sin)},
	}
}

// Bounds returns the pixels that a mark may touch, including the width of its line and partly covered pixels. They
// may be outside the canvas. For an Emphasis they are the bounds of its region; see Darkens for the rest.
func (m Mark) Bounds() image.Rectangle {
	var r Rect
	var padX, padY float64
	switch m.Kind {
	case Brush, Erase, Line, Arrow:
		if len(m.Points) == 0 {
			return image.Rectangle{}
		}
		// The pen is round in the coordinates of the mark. On the canvas it is an ellipse with these extents.
		at, half := m.At.orIdentity(), m.Style.Width/2
		padX, padY = half*math.Hypot(at.A, at.B), half*math.Hypot(at.D, at.E)
		r = m.At.boundsOf(m.Points...)
		if m.Kind == Arrow {
			head := m.Head()
			r = r.with(m.At.boundsOf(head[:]...))
		}
	case Box, Ellipse, Emphasis:
		c := m.Rect().Expanded(m.Style.Width / 2).Corners()
		r = m.At.boundsOf(c[:]...)
	default:
		c := m.Rect().Corners()
		r = m.At.boundsOf(c[:]...)
	}
	return image.Rect(floorOutwards(r.X0-padX), floorOutwards(r.Y0-padY), ceilOutwards(r.X1+padX),
		ceilOutwards(r.Y1+padY))
}

// Darkens reports whether the mark changes all pixels outside its region.
func (m Mark) Darkens() bool { return m.Kind == Emphasis && !m.Style.Outline }

// floorOutwards and up round outwards, with one more pixel for smoothed edges, and clamp to maxCoordinate.
func floorOutwards(f float64) int { return int(math.Max(math.Floor(f)-1, -maxCoordinate)) }

func ceilOutwards(f float64) int { return int(math.Min(math.Ceil(f)+1, maxCoordinate)) }
