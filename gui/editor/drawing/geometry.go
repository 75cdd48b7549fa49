package drawing

import (
	"image"
	"math"
	"strings"
	"unicode/utf8"
)

// Matrix is an affine map of the plane: x' = A·x + B·y + C, y' = D·x + E·y + F. The zero value stands for the identity, so
// that a mark that was never moved says nothing about it.
type Matrix struct {
	A float64 `json:"a"`
	B float64 `json:"b"`
	C float64 `json:"c"`
	D float64 `json:"d"`
	E float64 `json:"e"`
	F float64 `json:"f"`
}

// Identity is the map that moves nothing.
func Identity() Matrix { return Matrix{A: 1, E: 1} }

// Moved is the map that moves by dx, dy pixels.
func Moved(dx, dy float64) Matrix { return Matrix{A: 1, C: dx, E: 1, F: dy} }

// Scaled is the map that scales around 0,0.
func Scaled(sx, sy float64) Matrix { return Matrix{A: sx, E: sy} }

// Rotated is the map that turns by so many radians, clockwise as the screen shows it, around 0,0.
func Rotated(radians float64) Matrix {
	s, c := math.Sincos(radians)
	return Matrix{A: c, B: -s, D: s, E: c}
}

// or0 gives the identity for the zero value.
func (m Matrix) or0() Matrix {
	if m == (Matrix{}) {
		return Identity()
	}
	return m
}

// Then is the map that does m and after it n.
func (m Matrix) Then(n Matrix) Matrix {
	m, n = m.or0(), n.or0()
	return Matrix{
		A: n.A*m.A + n.B*m.D, B: n.A*m.B + n.B*m.E, C: n.A*m.C + n.B*m.F + n.C,
		D: n.D*m.A + n.E*m.D, E: n.D*m.B + n.E*m.E, F: n.D*m.C + n.E*m.F + n.F,
	}
}

// Apply maps a point.
func (m Matrix) Apply(p Point) Point {
	m = m.or0()
	return Point{m.A*p.X + m.B*p.Y + m.C, m.D*p.X + m.E*p.Y + m.F}
}

// Inverse is the map back; false where there is none, because m squeezes the plane to a line.
func (m Matrix) Inverse() (Matrix, bool) {
	m = m.or0()
	det := m.A*m.E - m.B*m.D
	if det == 0 || math.IsNaN(det) || math.IsInf(det, 0) {
		return Matrix{}, false
	}
	i := Matrix{A: m.E / det, B: -m.B / det, D: -m.D / det, E: m.A / det}
	i.C, i.F = -(i.A*m.C + i.B*m.F), -(i.D*m.C + i.E*m.F)
	return i, true
}

// Scale is by how much m makes lengths longer, as the root of what it makes of areas.
func (m Matrix) Scale() float64 {
	m = m.or0()
	return math.Sqrt(math.Abs(m.A*m.E - m.B*m.D))
}

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

// down and up round outwards, with one pixel more for edges that are smoothed, and stay where integers are safe.
func down(f float64) int { return int(math.Max(math.Floor(f)-1, -maxPlace)) }
func up(f float64) int   { return int(math.Min(math.Ceil(f)+1, maxPlace)) }

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
