package paint

import (
	"image"
	"math"

	"golang.org/x/image/draw"
	"golang.org/x/image/vector"

	"viviscope/gui/editor/drawing"
)

// outline is a filled shape on the canvas, as its straight edges. An inner contour in the opposite direction is a hole.
type outline struct {
	edges  []edge
	bounds drawing.Rect
	beyond bool // a point is out of range: nothing is painted
}

type edge struct{ a, b drawing.Point }

func (o *outline) empty() bool { return o.beyond || len(o.edges) == 0 }

// inRange reports whether p is finite and small enough to compute with. Points of a damaged file may not be.
func inRange(p drawing.Point) bool {
	const far = 1 << 26
	return math.Abs(p.X) <= far && math.Abs(p.Y) <= far
}

// pixels returns the bounds of the pixels that the outline may cover.
func (o *outline) pixels() image.Rectangle {
	if o.empty() {
		return image.Rectangle{}
	}
	const far = 1 << 24
	floor := func(f float64) int { return int(math.Floor(min(max(f, -far), far))) }
	return image.Rect(floor(o.bounds.X0), floor(o.bounds.Y0), floor(o.bounds.X1)+1, floor(o.bounds.Y1)+1)
}

// rowsAtOnce is the height of the pieces in which edges are passed to the rasterizer, px. It steps along an edge row
// by row and loses up to 1/512 px in each, so every piece starts at an exact position.
const rowsAtOnce = 8

// fill sets m to the coverage of the tile whose first pixel is at.
func (o *outline) fill(z *vector.Rasterizer, m *mask, at image.Point) {
	if o.empty() {
		clear(m[:])
		return
	}
	z.Reset(tileSide, tileSide)
	z.DrawOp = draw.Src
	for _, e := range o.edges {
		ax, ay := e.a.X-float64(at.X), e.a.Y-float64(at.Y)
		bx, by := e.b.X-float64(at.X), e.b.Y-float64(at.Y)
		// Above and below the tile an edge covers nothing.
		for y, bottom := max(min(ay, by), 0), min(max(ay, by), tileSide); y < bottom; {
			next := min(math.Floor(y/rowsAtOnce)*rowsAtOnce+rowsAtOnce, bottom)
			addEdge(z, drawing.Point{X: ax, Y: ay}, drawing.Point{X: bx, Y: by}, y, next)
			y = next
		}
	}
	z.Draw(&image.Alpha{Pix: m[:], Stride: tileSide, Rect: image.Rect(0, 0, tileSide, tileSide)},
		image.Rect(0, 0, tileSide, tileSide), image.Opaque, image.Point{})
}

// addEdge draws the part of the edge from a to b between two rows. Left and right of the tile only its height counts,
// so there it is drawn along the side of the tile.
func addEdge(z *vector.Rasterizer, a, b drawing.Point, top, bottom float64) {
	x := func(y float64) float64 { return a.X + (b.X-a.X)*((y-a.Y)/(b.Y-a.Y)) }
	cuts := [4]float64{top, top, top, bottom}
	if b.X != a.X {
		for i, side := range [2]float64{0, tileSide} {
			cuts[1+i] = min(max(a.Y+(b.Y-a.Y)*((side-a.X)/(b.X-a.X)), top), bottom)
		}
		cuts[1], cuts[2] = min(cuts[1], cuts[2]), max(cuts[1], cuts[2])
	}
	for i, from := range cuts[:3] {
		to := cuts[i+1]
		if from >= to {
			continue
		}
		within := func(y float64) float32 { return float32(min(max(x(y), 0), tileSide)) }
		if a.Y < b.Y {
			z.MoveTo(within(from), float32(from))
			z.LineTo(within(to), float32(to))
		} else {
			z.MoveTo(within(to), float32(to))
			z.LineTo(within(from), float32(from))
		}
	}
}

// tracer builds an outline from contours in the coordinates of a mark.
type tracer struct {
	outline
	at          drawing.Matrix
	start, here drawing.Point // on the canvas
}

func trace(at drawing.Matrix) *tracer { return &tracer{at: at} }

func (t *tracer) move(p drawing.Point) {
	t.close()
	t.start = t.at.Apply(p)
	t.here = t.start
}

func (t *tracer) line(p drawing.Point) { t.to(t.at.Apply(p)) }

func (t *tracer) close() {
	if t.here != t.start {
		t.to(t.start)
	}
}

func (t *tracer) to(p drawing.Point) {
	if !inRange(t.here) || !inRange(p) {
		t.beyond, t.here = true, p
		return
	}
	r := drawing.RectOf(t.here, p)
	if len(t.edges) == 0 {
		t.bounds = r
	}
	b := &t.bounds
	*b = drawing.Rect{X0: min(b.X0, r.X0), Y0: min(b.Y0, r.Y0), X1: max(b.X1, r.X1), Y1: max(b.Y1, r.Y1)}
	t.edges = append(t.edges, edge{t.here, p})
	t.here = p
}

// quad adds a quadratic Bézier curve with the control point c.
func (t *tracer) quad(c, p drawing.Point) {
	from := t.here
	c, p = t.at.Apply(c), t.at.Apply(p)
	t.curve(drawing.RectOf(from, c), p, func(s float64) drawing.Point {
		u := 1 - s
		return drawing.Point{X: u*u*from.X + 2*u*s*c.X + s*s*p.X, Y: u*u*from.Y + 2*u*s*c.Y + s*s*p.Y}
	})
}

// cube adds a cubic Bézier curve with the control points c and d.
func (t *tracer) cube(c, d, p drawing.Point) {
	from := t.here
	c, d, p = t.at.Apply(c), t.at.Apply(d), t.at.Apply(p)
	t.curve(drawing.RectOf(from, d), p, func(s float64) drawing.Point {
		u := 1 - s
		return drawing.Point{
			X: u*u*u*from.X + 3*u*u*s*c.X + 3*u*s*s*d.X + s*s*s*p.X,
			Y: u*u*u*from.Y + 3*u*u*s*c.Y + 3*u*s*s*d.Y + s*s*s*p.Y,
		}
	})
}

// curve adds a curve as straight pieces. It takes so many that the error stays below 0.01 px: for a quarter of a
// circle it is about 0.3 r/n².
func (t *tracer) curve(around drawing.Rect, end drawing.Point, f func(float64) drawing.Point) {
	long := math.Hypot(around.X1-around.X0, around.Y1-around.Y0)
	if !inRange(t.here) || !inRange(end) || math.IsNaN(long) {
		t.beyond, t.here = true, end
		return
	}
	n := int(min(max(math.Ceil(5*math.Sqrt(long)), 3), 1024))
	for i := 1; i < n; i++ {
		t.to(f(float64(i) / float64(n)))
	}
	t.to(end)
}

// rect adds a rectangle, clockwise; counterclockwise as a hole.
func (t *tracer) rect(r drawing.Rect, hole bool) {
	c := r.Corners()
	if hole {
		c[1], c[3] = c[3], c[1]
	}
	t.move(c[0])
	for _, p := range c[1:] {
		t.line(p)
	}
	t.close()
}

// ellipse adds the ellipse inside r.
func (t *tracer) ellipse(r drawing.Rect, hole bool) {
	m := r.Middle()
	a, b := (r.X1-r.X0)/2, (r.Y1-r.Y0)/2
	if hole {
		b = -b
	}
	on := func(angle float64) drawing.Point {
		sin, cos := math.Sincos(angle)
		return drawing.Point{X: m.X + a*cos, Y: m.Y + b*sin}
	}
	t.move(on(0))
	for quarter := range 4 {
		from := float64(quarter) * math.Pi / 2
		end := t.at.Apply(on(from + math.Pi/2))
		t.curve(drawing.RectOf(t.here, end), end, func(s float64) drawing.Point {
			return t.at.Apply(on(from + s*math.Pi/2))
		})
	}
	t.close()
}

// kappa is the distance of the control points of a cubic quarter circle, relative to the radius.
const kappa = 0.5522847498

// rounded adds a rectangle with round corners.
func (t *tracer) rounded(r drawing.Rect, radius float64) {
	radius = min(radius, (r.X1-r.X0)/2, (r.Y1-r.Y0)/2)
	k := radius * (1 - kappa)
	pt := func(x, y float64) drawing.Point { return drawing.Point{X: x, Y: y} }
	t.move(pt(r.X0+radius, r.Y0))
	t.line(pt(r.X1-radius, r.Y0))
	t.cube(pt(r.X1-k, r.Y0), pt(r.X1, r.Y0+k), pt(r.X1, r.Y0+radius))
	t.line(pt(r.X1, r.Y1-radius))
	t.cube(pt(r.X1, r.Y1-k), pt(r.X1-k, r.Y1), pt(r.X1-radius, r.Y1))
	t.line(pt(r.X0+radius, r.Y1))
	t.cube(pt(r.X0+k, r.Y1), pt(r.X0, r.Y1-k), pt(r.X0, r.Y1-radius))
	t.line(pt(r.X0, r.Y0+radius))
	t.cube(pt(r.X0, r.Y0+k), pt(r.X0+k, r.Y0), pt(r.X0+radius, r.Y0))
	t.close()
}

// frameOf returns the band of width 2*half along the edge of a rectangle, or of the ellipse in it.
func frameOf(r drawing.Rect, round bool, at drawing.Matrix, half float64) outline {
	t := trace(at)
	if half > 0 {
		contour(t, r.Expanded(half), round, false)
		contour(t, r.Expanded(-half), round, true) // nothing if the line is wider than the rectangle inside it
	}
	return t.outline
}

func contour(t *tracer, r drawing.Rect, round, hole bool) {
	if r.X1 <= r.X0 || r.Y1 <= r.Y0 {
		return
	}
	if round {
		t.ellipse(r, hole)
	} else {
		t.rect(r, hole)
	}
}

// regionOf returns the region of a mark: its rectangle, or the ellipse in it.
func regionOf(m drawing.Mark) outline {
	t := trace(m.At)
	contour(t, m.Rect(), m.Round, false)
	return t.outline
}
