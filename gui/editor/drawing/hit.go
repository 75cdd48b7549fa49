package drawing

import (
	"math"
)

// Hit reports whether p, on the canvas, is on the mark or at most slack pixels away. A box or an ellipse that is not
// filled is hit only at its line; regions, pictures and labels also inside.
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
		return r.Expanded(half).Has(q) && (m.Style.Filled || !r.Expanded(-half).Has(q))
	case Ellipse:
		r := m.Rect()
		return r.Expanded(half).round(q) && (m.Style.Filled || !r.Expanded(-half).round(q))
	case Number:
		mid, radius := m.Disc()
		return math.Hypot(q.X-mid.X, q.Y-mid.Y) <= radius+slack
	case Blur, Pixelate, Emphasis:
		if m.Kind == Emphasis && m.Style.Outline {
			slack = half // the outline runs along the edge of the region
		}
		if m.Round {
			return m.Rect().Expanded(slack).round(q)
		}
	}
	return m.Rect().Expanded(slack).Has(q)
}

// edgeHit reports whether p is on the edge of a region.
func (m Mark) edgeHit(p Point, slack float64) bool {
	edge := m
	edge.Kind, edge.Style.Filled = Box, false
	if m.Round {
		edge.Kind = Ellipse
	}
	return edge.Hit(p, slack)
}

// Pick returns the mark of a click at p: the uppermost visible one that it hits. Emphasised regions often cover much
// of the picture, so they are hit at their edge, and inside only if no other mark is hit. Erased strokes are
// invisible and come last.
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

// Within returns the IDs of the marks that are completely inside r, from bottom to top, without erased strokes and
// hidden marks.
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
