package drawing

import (
	"math"
)

// Point is a place on the canvas, in pixels.
type Point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// Matrix is an affine map: x' = A·x + B·y + C, y' = D·x + E·y + F. The zero value means the identity, so that a mark
// that was never moved stores no matrix.
type Matrix struct {
	A float64 `json:"a"`
	B float64 `json:"b"`
	C float64 `json:"c"`
	D float64 `json:"d"`
	E float64 `json:"e"`
	F float64 `json:"f"`
}

// Identity returns the identity map.
func Identity() Matrix { return Matrix{A: 1, E: 1} }

// Moved returns a translation by dx, dy pixels.
func Moved(dx, dy float64) Matrix { return Matrix{A: 1, C: dx, E: 1, F: dy} }

// Scaled returns a scaling around 0,0.
func Scaled(sx, sy float64) Matrix { return Matrix{A: sx, E: sy} }

// Rotated returns a rotation around 0,0, in radians, clockwise on the screen.
func Rotated(radians float64) Matrix {
	s, c := math.Sincos(radians)
	return Matrix{A: c, B: -s, D: s, E: c}
}

// orIdentity returns the identity for the zero value, else m.
func (m Matrix) orIdentity() Matrix {
	if m == (Matrix{}) {
		return Identity()
	}
	return m
}

// Then returns the map that applies m and then n.
func (m Matrix) Then(n Matrix) Matrix {
	m, n = m.orIdentity(), n.orIdentity()
	return Matrix{
		A: n.A*m.A + n.B*m.D, B: n.A*m.B + n.B*m.E, C: n.A*m.C + n.B*m.F + n.C,
		D: n.D*m.A + n.E*m.D, E: n.D*m.B + n.E*m.E, F: n.D*m.C + n.E*m.F + n.F,
	}
}

// Apply maps a point.
func (m Matrix) Apply(p Point) Point {
	m = m.orIdentity()
	return Point{m.A*p.X + m.B*p.Y + m.C, m.D*p.X + m.E*p.Y + m.F}
}

// Inverse returns the inverse map; false if m has none.
func (m Matrix) Inverse() (Matrix, bool) {
	m = m.orIdentity()
	det := m.A*m.E - m.B*m.D
	if det == 0 || math.IsNaN(det) || math.IsInf(det, 0) {
		return Matrix{}, false
	}
	i := Matrix{A: m.E / det, B: -m.B / det, D: -m.D / det, E: m.A / det}
	i.C, i.F = -(i.A*m.C + i.B*m.F), -(i.D*m.C + i.E*m.F)
	return i, true
}

// Scale returns the factor by which m scales lengths: the square root of its factor for areas.
func (m Matrix) Scale() float64 {
	m = m.orIdentity()
	return math.Sqrt(math.Abs(m.A*m.E - m.B*m.D))
}

// Rect is a rectangle on the canvas.
type Rect struct {
	X0, Y0, X1, Y1 float64
}

// RectOf returns the rectangle with two opposite corners, in any order.
func RectOf(a, b Point) Rect {
	return Rect{min(a.X, b.X), min(a.Y, b.Y), max(a.X, b.X), max(a.Y, b.Y)}
}

// Middle returns the middle of the rectangle.
func (r Rect) Middle() Point { return Point{(r.X0 + r.X1) / 2, (r.Y0 + r.Y1) / 2} }

// Expanded returns the rectangle with by added on every side.
func (r Rect) Expanded(by float64) Rect { return Rect{r.X0 - by, r.Y0 - by, r.X1 + by, r.Y1 + by} }

// Has reports whether p is inside or on the edge.
func (r Rect) Has(p Point) bool { return p.X >= r.X0 && p.X <= r.X1 && p.Y >= r.Y0 && p.Y <= r.Y1 }

// Corners returns the four corners, clockwise from the upper left one.
func (r Rect) Corners() [4]Point {
	return [4]Point{{r.X0, r.Y0}, {r.X1, r.Y0}, {r.X1, r.Y1}, {r.X0, r.Y1}}
}

// boundsOf returns the upright bounds of points mapped by m.
func (m Matrix) boundsOf(points ...Point) Rect {
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

// round reports whether p is in the ellipse inside the rectangle.
func (r Rect) round(p Point) bool {
	a, b := (r.X1-r.X0)/2, (r.Y1-r.Y0)/2
	if a <= 0 || b <= 0 {
		return false
	}
	mid := r.Middle()
	x, y := (p.X-mid.X)/a, (p.Y-mid.Y)/b
	return x*x+y*y <= 1
}

// nearPath reports whether p is at most d away from a path of straight segments.
func nearPath(p Point, path []Point, d float64) bool {
	if len(path) == 1 {
		return math.Hypot(p.X-path[0].X, p.Y-path[0].Y) <= d
	}
	for i := 1; i < len(path); i++ {
		if distance(p, path[i-1], path[i]) <= d {
			return true
		}
	}
	return false
}

// distance returns the distance of p from the segment between a and b.
func distance(p, a, b Point) float64 {
	dx, dy := b.X-a.X, b.Y-a.Y
	long := dx*dx + dy*dy
	t := 0.0
	if long > 0 {
		t = min(max(((p.X-a.X)*dx+(p.Y-a.Y)*dy)/long, 0), 1)
	}
	return math.Hypot(p.X-a.X-t*dx, p.Y-a.Y-t*dy)
}

// step is the angle to which lines and rotations snap.
const step = 15 * math.Pi / 180

// Snap returns the projection of to on the nearest line through from at a multiple of 15 degrees.
func Snap(from, to Point) Point {
	dx, dy := to.X-from.X, to.Y-from.Y
	sin, cos := math.Sincos(math.Round(math.Atan2(dy, dx)/step) * step)
	along := dx*cos + dy*sin
	return Point{from.X + along*cos, from.Y + along*sin}
}
