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

// Pick is the mark that a click at p means: the uppermost one that it meets and that is not hidden. Emphasised regions, which often lie
// above much of the picture, count at their edge first, and inside only where there is nothing else; erased strokes, which cannot be seen,
// come last.
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

// Grip names a place at which a mark can be taken to change its shape.
type Grip string

// The grips. Those of a box are named as on a map.
const (
	GripStart  Grip = "start"  // of a line and an arrow
	GripEnd    Grip = "end"    // of a line and an arrow
	GripNW     Grip = "nw"     // corners
	GripNE     Grip = "ne"     //
	GripSE     Grip = "se"     //
	GripSW     Grip = "sw"     //
	GripN      Grip = "n"      // edges
	GripE      Grip = "e"      //
	GripS      Grip = "s"      //
	GripW      Grip = "w"      //
	GripRotate Grip = "rotate" // above a picture or a text
)

// side is where a grip lies on its rectangle: -1 left or up, 0 in the middle, 1 right or down.
func (g Grip) side() (x, y float64) {
	switch g {
	case GripNW:
		return -1, -1
	case GripN:
		return 0, -1
	case GripNE:
		return 1, -1
	case GripE:
		return 1, 0
	case GripSE:
		return 1, 1
	case GripS:
		return 0, 1
	case GripSW:
		return -1, 1
	case GripW:
		return -1, 0
	}
	return 0, 0
}

// On is where the grip lies on a rectangle.
func (g Grip) On(r Rect) Point {
	x, y := g.side()
	mid := r.Middle()
	return Point{mid.X + x*(r.X1-r.X0)/2, mid.Y + y*(r.Y1-r.Y0)/2}
}

func cornerGrips() []Grip { return []Grip{GripNW, GripNE, GripSE, GripSW} }

// BoxGrips are the corners and, above them, the edges of a rectangle.
func BoxGrips() []Grip { return append(cornerGrips(), GripN, GripE, GripS, GripW) }

// Handle is a grip of a mark and where it lies on the canvas.
type Handle struct {
	Grip Grip
	At   Point
}

// away is how far the rotate handle is from its mark, in pixels of the screen.
const away = 26

// Handles are the places at which a mark can be taken. zoom is how many pixels of the screen a pixel of the canvas has; it
// keeps the rotate handle at its distance. Strokes have none: they are only moved.
func (m Mark) Handles(zoom float64) []Handle {
	switch m.Kind {
	case Line, Arrow:
		return []Handle{{GripStart, m.At.Apply(m.point(0))}, {GripEnd, m.At.Apply(m.point(1))}}
	case Box, Ellipse, Blur, Pixelate, Emphasis:
		return m.gripped(BoxGrips())
	case Number:
		return m.gripped(cornerGrips())
	case Text, Picture:
		return append(m.gripped(cornerGrips()), Handle{GripRotate, m.rotateHandle(zoom)})
	}
	return nil
}

func (m Mark) gripped(grips []Grip) []Handle {
	handles := make([]Handle, len(grips))
	for i, g := range grips {
		handles[i] = Handle{g, m.At.Apply(g.On(m.Rect()))}
	}
	return handles
}

// rotateHandle lies above the middle of the upper edge, away from the middle of the mark.
func (m Mark) rotateHandle(zoom float64) Point {
	top, mid := m.At.Apply(GripN.On(m.Rect())), m.At.Apply(m.middle())
	dx, dy := top.X-mid.X, top.Y-mid.Y
	long := math.Hypot(dx, dy)
	if long == 0 || zoom <= 0 {
		return top
	}
	k := away / zoom / long
	return Point{top.X + k*dx, top.Y + k*dy}
}

// Hold is what the keys held during a drag ask for.
type Hold struct {
	Even   bool // keep the ratio; of lines and of turning: in steps of 15 degrees
	Middle bool // from the middle, which stays
}

// Drag moves one handle of the mark to a place on the canvas and gives the mark as it is then. The end or the corner across
// stays, or with Hold.Middle the middle. Pictures, texts and numbers always keep their ratio. A mark that would be squeezed
// to nothing stays as it is.
func (m Mark) Drag(g Grip, to Point, hold Hold) Mark {
	switch m.Kind {
	case Line, Arrow:
		return m.dragEnd(g, to, hold)
	case Box, Ellipse, Blur, Pixelate, Emphasis:
		back, ok := m.At.Inverse()
		if !ok {
			return m
		}
		r := m.Rect().Drag(g, back.Apply(to), hold)
		m.Points = []Point{{r.X0, r.Y0}, {r.X1, r.Y1}}
	case Text, Number, Picture:
		if g == GripRotate {
			return m.turnTo(to, hold)
		}
		return m.scaleTo(g, to, hold)
	}
	return m
}

// Drag is the rectangle with one of its grips brought to a place. It may be turned inside out on the way, and comes back with
// its corners in order. With Hold.Even an edge takes the other two edges along.
func (r Rect) Drag(g Grip, to Point, hold Hold) Rect {
	sx, sy := g.side()
	if sx == 0 && sy == 0 {
		return r
	}
	w, h := r.X1-r.X0, r.Y1-r.Y0
	mid := r.Middle()
	anchor := Point{mid.X - sx*w/2, mid.Y - sy*h/2}
	reach := 1.0
	if hold.Middle {
		anchor, reach = mid, 2
	}
	nw, nh := w, h // signed: negative is inside out
	if sx != 0 {
		nw = reach * sx * (to.X - anchor.X)
	}
	if sy != 0 {
		nh = reach * sy * (to.Y - anchor.Y)
	}
	if hold.Even && w > 0 && h > 0 {
		k := max(math.Abs(nw)/w, math.Abs(nh)/h)
		switch {
		case sx == 0:
			k = math.Abs(nh) / h
		case sy == 0:
			k = math.Abs(nw) / w
		}
		nw, nh = math.Copysign(k*w, nw), math.Copysign(k*h, nh)
	}
	// Where a grip does not move a side, its middle stays.
	span := func(anchor, side, long, mid float64) (float64, float64) {
		if side == 0 || hold.Middle {
			return mid - long/2, mid + long/2
		}
		return anchor, anchor + side*long
	}
	x0, x1 := span(anchor.X, sx, nw, mid.X)
	y0, y1 := span(anchor.Y, sy, nh, mid.Y)
	return RectOf(Point{x0, y0}, Point{x1, y1})
}

// dragEnd moves an end of a line. The steps of 15 degrees are those that are seen, on the canvas.
func (m Mark) dragEnd(g Grip, to Point, hold Hold) Mark {
	back, ok := m.At.Inverse()
	if !ok || g != GripStart && g != GripEnd {
		return m
	}
	moved, other := m.point(0), m.point(1)
	if g == GripEnd {
		moved, other = other, moved
	}
	fixed := m.At.Apply(other)
	if hold.Middle {
		was := m.At.Apply(moved)
		fixed = Point{(was.X + fixed.X) / 2, (was.Y + fixed.Y) / 2}
	}
	if hold.Even {
		to = Snap(fixed, to)
	}
	moved = back.Apply(to)
	if hold.Middle {
		other = back.Apply(Point{2*fixed.X - to.X, 2*fixed.Y - to.Y})
	}
	m.Points = []Point{moved, other}
	if g == GripEnd {
		m.Points = []Point{other, moved}
	}
	return m
}

// step is what lines and turns snap to.
const step = 15 * math.Pi / 180

// Snap is the place on the nearest line through from at a multiple of 15 degrees that is as far along it as to.
func Snap(from, to Point) Point {
	dx, dy := to.X-from.X, to.Y-from.Y
	sin, cos := math.Sincos(math.Round(math.Atan2(dy, dx)/step) * step)
	along := dx*cos + dy*sin
	return Point{from.X + along*cos, from.Y + along*sin}
}

// turnTo turns the mark around its middle so that its rotate handle points to a place. With Hold.Even its upper edge stands
// at a multiple of 15 degrees.
func (m Mark) turnTo(to Point, hold Hold) Mark {
	mid := m.At.Apply(m.middle())
	top := m.At.Apply(GripN.On(m.Rect()))
	if to == mid || top == mid {
		return m
	}
	was := math.Atan2(top.Y-mid.Y, top.X-mid.X)
	now := math.Atan2(to.Y-mid.Y, to.X-mid.X)
	if hold.Even {
		now = math.Round(now/step) * step
	}
	return m.Turned(now - was)
}

// Turned is the mark turned around its middle by so many radians, clockwise as the screen shows it.
func (m Mark) Turned(radians float64) Mark {
	mid := m.At.Apply(m.middle())
	m.At = m.At.Then(Moved(-mid.X, -mid.Y)).Then(Rotated(radians)).Then(Moved(mid.X, mid.Y))
	return m
}

// least is how small a scaled mark may become, in pixels of the canvas, so that it can be taken again.
const least = 4

// scaleTo makes the mark larger or smaller so that a corner comes as near to a place as its ratio lets it.
func (m Mark) scaleTo(g Grip, to Point, hold Hold) Mark {
	sx, sy := g.side()
	if sx == 0 || sy == 0 {
		return m
	}
	r := m.Rect()
	anchor := r.Middle()
	if !hold.Middle {
		anchor = Point{anchor.X - sx*(r.X1-r.X0)/2, anchor.Y - sy*(r.Y1-r.Y0)/2}
	}
	fixed, corner := m.At.Apply(anchor), m.At.Apply(g.On(r))
	dx, dy := corner.X-fixed.X, corner.Y-fixed.Y
	long := dx*dx + dy*dy
	if long == 0 {
		return m
	}
	k := ((to.X-fixed.X)*dx + (to.Y-fixed.Y)*dy) / long
	size := m.Box()
	most := max(size.X1-size.X0, size.Y1-size.Y0)
	if most <= 0 {
		return m
	}
	k = min(max(k, min(1, least/most)), max(1, 4*MaxSide/most))
	m.At = m.At.Then(Moved(-fixed.X, -fixed.Y)).Then(Scaled(k, k)).Then(Moved(fixed.X, fixed.Y))
	return m
}

// Moved is the mark moved by dx, dy pixels of the canvas.
func (m Mark) Moved(dx, dy float64) Mark {
	m.At = m.At.Then(Moved(dx, dy))
	return m
}
