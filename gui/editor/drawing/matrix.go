package drawing

import "math"

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
