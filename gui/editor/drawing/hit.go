package drawing

import "math"

// Hit says that p, on the canvas, meets what the mark paints, or comes nearer to it than slack pixels. A box and an ellipse
// that are not filled are met at their line only; regions, pictures and labels everywhere inside.
func (m Mark) Hit(p Point, slack float64) bool {
	back, ok := m.At.Inverse()
	if !ok {
		return false
	}
	q := back.Apply(p)
	if scale := m.At.Scale(); scale > 0 {
		slack /= scale
	}
	half := m.Style.Width/2 + slack
	switch m.Kind {
	case Brush, Erase, Line:
		return nearPath(q, m.Points, half)
	case Arrow:
		head, tip := m.Head(), m.point(1)
		return nearPath(q, m.Points, half) || nearPath(q, []Point{head[0], tip, head[1]}, half)
	case Box:
		r := m.Rect()
		return r.Grown(half).Has(q) && (m.Style.Filled || !r.Grown(-half).Has(q))
	case Ellipse:
		r := m.Rect()
		return r.Grown(half).round(q) && (m.Style.Filled || !r.Grown(-half).round(q))
	case Number:
		mid, radius := m.Disc()
		return math.Hypot(q.X-mid.X, q.Y-mid.Y) <= radius+slack
	case Blur, Pixelate, Emphasis:
		if m.Kind == Emphasis && m.Style.Outline {
			slack = half // the outline lies on the edge of the region
		}
		if m.Round {
			return m.Rect().Grown(slack).round(q)
		}
	}
	return m.Rect().Grown(slack).Has(q)
}

// edgeHit says that p meets the edge of a region.
func (m Mark) edgeHit(p Point, slack float64) bool {
	edge := m
	edge.Kind, edge.Style.Filled = Box, false
	if m.Round {
		edge.Kind = Ellipse
	}
	return edge.Hit(p, slack)
}

// Pick is the mark that a click at p means: the uppermost one that it meets and that is not hidden. Emphasised regions, which often lie above much
// of the picture, count at their edge first, and inside only where there is nothing else; erased strokes, which cannot be
// seen, come last.
func (d Drawing) Pick(p Point, slack float64) (Mark, bool) {
	for _, meets := range []func(Mark) bool{
		func(m Mark) bool {
			if m.Kind == Emphasis {
				return m.edgeHit(p, slack)
			}
			return m.Kind != Erase && m.Hit(p, slack)
		},
		func(m Mark) bool { return m.Kind == Emphasis && m.Hit(p, slack) },
		func(m Mark) bool { return m.Kind == Erase && m.Hit(p, slack) },
	} {
		for i := len(d.Marks) - 1; i >= 0; i-- {
			if !d.Marks[i].Hidden && meets(d.Marks[i]) {
				return d.Marks[i], true
			}
		}
	}
	return Mark{}, false
}

// Within are the IDs of the marks that lie in the rectangle as a whole, from the bottom to the top. Erased strokes
// and hidden marks are not among them.
func (d Drawing) Within(r Rect) []int64 {
	var ids []int64
	for _, m := range d.Seen() {
		if m.Kind == Erase {
			continue
		}
		if box := m.Box(); r.Has(Point{box.X0, box.Y0}) && r.Has(Point{box.X1, box.Y1}) {
			ids = append(ids, m.ID)
		}
	}
	return ids
}

// round says that p is in the ellipse inside of the rectangle.
func (r Rect) round(p Point) bool {
	a, b := (r.X1-r.X0)/2, (r.Y1-r.Y0)/2
	if a <= 0 || b <= 0 {
		return false
	}
	mid := r.Middle()
	x, y := (p.X-mid.X)/a, (p.Y-mid.Y)/b
	return x*x+y*y <= 1
}

// nearPath says that p is not further than d from a path of straight pieces.
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

// distance is how far p is from the straight piece between a and b.
func distance(p, a, b Point) float64 {
	dx, dy := b.X-a.X, b.Y-a.Y
	long := dx*dx + dy*dy
	t := 0.0
	if long > 0 {
		t = min(max(((p.X-a.X)*dx+(p.Y-a.Y)*dy)/long, 0), 1)
	}
	return math.Hypot(p.X-a.X-t*dx, p.Y-a.Y-t*dy)
}
