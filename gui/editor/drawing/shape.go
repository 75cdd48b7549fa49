package drawing

import (
	"math"
	"strings"
	"unicode/utf8"
)

// Rect is a rectangle between pixels.
type Rect struct {
	X0, Y0, X1, Y1 float64
}

// RectOf is the rectangle between two corners, whichever they are.
func RectOf(a, b Point) Rect {
	return Rect{min(a.X, b.X), min(a.Y, b.Y), max(a.X, b.X), max(a.Y, b.Y)}
}

// Middle is the middle of the rectangle.
func (r Rect) Middle() Point { return Point{(r.X0 + r.X1) / 2, (r.Y0 + r.Y1) / 2} }

// Grown is the rectangle with by more on every side.
func (r Rect) Grown(by float64) Rect { return Rect{r.X0 - by, r.Y0 - by, r.X1 + by, r.Y1 + by} }

// Has says that p is inside or on the edge.
func (r Rect) Has(p Point) bool { return p.X >= r.X0 && p.X <= r.X1 && p.Y >= r.Y0 && p.Y <= r.Y1 }

// Corners are the four corners, clockwise from the upper left one.
func (r Rect) Corners() [4]Point {
	return [4]Point{{r.X0, r.Y0}, {r.X1, r.Y0}, {r.X1, r.Y1}, {r.X0, r.Y1}}
}

// Rect is the room of a mark in its own coordinates, without the width of its line: the label of a Text, the square around
// the disc of a Number, the pixels of a Picture, the points of everything else.
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

// Corners are the four corners of Rect where they lie on the canvas.
func (m Mark) Corners() [4]Point {
	c := m.Rect().Corners()
	for i := range c {
		c[i] = m.At.Apply(c[i])
	}
	return c
}

// Box is the upright rectangle on the canvas around the mark, without the width of its line.
func (m Mark) Box() Rect {
	switch m.Kind {
	case Brush, Erase, Line, Arrow:
		if len(m.Points) > 0 {
			return m.At.around(m.Points...)
		}
	}
	c := m.Rect().Corners()
	return m.At.around(c[:]...)
}

func (m Mark) middle() Point { return m.Rect().Middle() }

// point is the i-th point; 0,0 where a mark has none.
func (m Mark) point(i int) Point {
	if i < len(m.Points) {
		return m.Points[i]
	}
	return Point{}
}

// label is the size of a text's label. A text whose letters nobody has measured gets more room than it can need.
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

// Disc is the disc of a Number: its middle and its radius, in the mark's own coordinates. It grows with the digits, whose
// height is Style.Width.
func (m Mark) Disc() (Point, float64) {
	digits := 1
	for n := m.Number; n >= 10; n /= 10 {
		digits++
	}
	return m.point(0), m.Style.Width * (0.55 + 0.3*float64(digits))
}

// Head is the head of an Arrow: the ends of the two strokes that meet at Points[1], in the mark's own coordinates. They are
// as wide as the shaft. A short arrow has a small head, so that it still shows where it comes from.
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
