package drawing

import (
	"math"
)

// Grip names a point at which a mark can be dragged to change its shape.
type Grip string

// The grips. Those of a box are named by compass directions.
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

// side returns the position of a grip on its rectangle: -1 left or top, 0 middle, 1 right or bottom.
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

// On returns the point of the grip on a rectangle.
func (g Grip) On(r Rect) Point {
	x, y := g.side()
	mid := r.Middle()
	return Point{mid.X + x*(r.X1-r.X0)/2, mid.Y + y*(r.Y1-r.Y0)/2}
}

func cornerGrips() []Grip { return []Grip{GripNW, GripNE, GripSE, GripSW} }

// BoxGrips returns the corners and then the edges of a rectangle.
func BoxGrips() []Grip { return append(cornerGrips(), GripN, GripE, GripS, GripW) }

// Handle is a grip of a mark and its position on the canvas.
type Handle struct {
	Grip Grip
	At   Point
}

// rotateHandleDistance is the distance of the rotate handle from its mark, in screen pixels.
const rotateHandleDistance = 26

// Handles returns the handles of a mark. zoom is the number of screen pixels per canvas pixel; it determines the
// position of the rotate handle. Strokes have no handles: they can only be moved.
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

// rotateHandle returns the point above the middle of the upper edge.
func (m Mark) rotateHandle(zoom float64) Point {
	top, mid := m.At.Apply(GripN.On(m.Rect())), m.At.Apply(m.middle())
	dx, dy := top.X-mid.X, top.Y-mid.Y
	long := math.Hypot(dx, dy)
	if long == 0 || zoom <= 0 {
		return top
	}
	k := rotateHandleDistance / zoom / long
	return Point{top.X + k*dx, top.Y + k*dy}
}

// Hold is the constraint of a drag by the modifier keys.
type Hold struct {
	Even   bool // keep the ratio; of lines and rotations: in steps of 15 degrees
	Middle bool // keep the middle in place
}

// Drag returns the mark with one handle moved to a point on the canvas. The opposite end or corner stays, or with
// Hold.Middle the middle. Pictures, texts and numbers always keep their ratio. A mark with no invertible matrix stays
// as it is.
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
			return m.rotateTo(to, hold)
		}
		return m.scaleTo(g, to, hold)
	}
	return m
}

// Drag returns the rectangle with one grip moved to a point. A grip that crosses the opposite side flips the
// rectangle; its corners stay in order. With Hold.Even dragging an edge also scales the other direction.
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
	nw, nh := w, h // negative when flipped
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
	// In a direction that the grip does not move, the middle stays.
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

// dragEnd moves an end of a line. Steps of 15 degrees are measured on the canvas.
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

// rotateTo rotates the mark around its middle so that its rotate handle points to a point. With Hold.Even the angle is
// a multiple of 15 degrees.
func (m Mark) rotateTo(to Point, hold Hold) Mark {
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

// Turned returns the mark rotated around its middle, in radians, clockwise on the screen.
func (m Mark) Turned(radians float64) Mark {
	mid := m.At.Apply(m.middle())
	m.At = m.At.Then(Moved(-mid.X, -mid.Y)).Then(Rotated(radians)).Then(Moved(mid.X, mid.Y))
	return m
}

// least is the smallest size of a scaled mark, in canvas pixels, so that it can be grabbed again.
const least = 4

// scaleTo scales the mark so that a corner comes as near to a point as the ratio allows.
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

// Moved returns the mark moved by dx, dy canvas pixels.
func (m Mark) Moved(dx, dy float64) Mark {
	m.At = m.At.Then(Moved(dx, dy))
	return m
}
