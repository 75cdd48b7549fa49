package tool

import (
	"image"
	"math"

	"viviscope/gui/editor/drawing"
)

// frameDrag is a drag of a frame.
type frameDrag struct {
	from drawing.Point
	was  drawing.Rect
	grip drawing.Grip // "": see draw
	draw bool         // a new frame is drawn; else the frame is moved
}

// Ratio is a ratio of width to height that a frame keeps. The zero value is no ratio.
type Ratio struct{ W, H int }

// Preset is a ratio in the list of ratios.
type Preset struct {
	Ratio    Ratio
	Original bool // the ratio of the canvas
}

// Presets returns the ratios that crop and extend offer, the free one first.
func Presets() []Preset {
	return []Preset{
		{}, {Original: true}, {Ratio: Ratio{1, 1}}, {Ratio: Ratio{16, 9}}, {Ratio: Ratio{9, 16}}, {Ratio: Ratio{4, 3}},
		{Ratio: Ratio{3, 2}}, {Ratio: Ratio{21, 9}},
	}
}

// Of returns the ratio of the preset on a canvas of the given size.
func (p Preset) Of(size image.Point) Ratio {
	if p.Original {
		return Ratio{size.X, size.Y}
	}
	return p.Ratio
}

// free reports whether it is no ratio.
func (r Ratio) free() bool { return r.W <= 0 || r.H <= 0 }

// inside returns the largest rectangle of the ratio in the middle of another.
func (r Ratio) inside(in drawing.Rect) drawing.Rect {
	w, h := in.X1-in.X0, in.Y1-in.Y0
	k := min(w/float64(r.W), h/float64(r.H))
	return r.around(in.Middle(), k)
}

// outside returns the smallest rectangle of the ratio around another.
func (r Ratio) outside(in drawing.Rect) drawing.Rect {
	w, h := in.X1-in.X0, in.Y1-in.Y0
	k := max(w/float64(r.W), h/float64(r.H))
	return r.around(in.Middle(), k)
}

func (r Ratio) around(mid drawing.Point, k float64) drawing.Rect {
	w, h := k*float64(r.W)/2, k*float64(r.H)/2
	return drawing.Rect{X0: mid.X - w, Y0: mid.Y - h, X1: mid.X + w, Y1: mid.Y + h}
}

// rectOf and pixels convert between pixel rectangles and canvas rectangles.
func rectOf(r image.Rectangle) drawing.Rect {
	return drawing.Rect{X0: float64(r.Min.X), Y0: float64(r.Min.Y), X1: float64(r.Max.X), Y1: float64(r.Max.Y)}
}

func pixels(r drawing.Rect) image.Rectangle {
	return image.Rect(round(r.X0), round(r.Y0), round(r.X1), round(r.Y1))
}

func round(f float64) int {
	const most = 4 * drawing.MaxSide
	return int(math.Round(min(max(f, -most), most)))
}

// frameHandles returns the handles at the corners and edges of a frame.
func frameHandles(r drawing.Rect) []drawing.Handle {
	var out []drawing.Handle
	for _, g := range drawing.BoxGrips() {
		out = append(out, drawing.Handle{Grip: g, At: g.On(r)})
	}
	return out
}

// frameGrip returns the grip of a frame near the pointer, corners first; "" for none.
func frameGrip(r drawing.Rect, p Pointer) drawing.Grip {
	reach := p.reach(handleTolerance)
	for _, h := range frameHandles(r) {
		if math.Hypot(h.At.X-p.At.X, h.At.Y-p.At.Y) <= reach {
			return h.Grip
		}
	}
	// An edge can be taken along its whole length.
	alongX := p.At.X >= r.X0 && p.At.X <= r.X1
	alongY := p.At.Y >= r.Y0 && p.At.Y <= r.Y1
	switch {
	case alongX && abs(p.At.Y-r.Y0) <= reach:
		return drawing.GripN
	case alongX && abs(p.At.Y-r.Y1) <= reach:
		return drawing.GripS
	case alongY && abs(p.At.X-r.X0) <= reach:
		return drawing.GripW
	case alongY && abs(p.At.X-r.X1) <= reach:
		return drawing.GripE
	}
	return ""
}

// fixed returns the point of a frame that stays when a grip is dragged.
func fixed(r drawing.Rect, g drawing.Grip, hold drawing.Hold) drawing.Point {
	if hold.Middle {
		return r.Middle()
	}
	at, mid := g.On(r), r.Middle()
	return drawing.Point{X: 2*mid.X - at.X, Y: 2*mid.Y - at.Y}
}

// shrink scales r down around a point until it is within another rectangle. The point must be in both.
func shrink(r, within drawing.Rect, around drawing.Point) drawing.Rect {
	k := 1.0
	limit := func(side, edge, at float64) {
		if side != at {
			k = min(k, max(0, (edge-at)/(side-at)))
		}
	}
	if r.X0 < within.X0 {
		limit(r.X0, within.X0, around.X)
	}
	if r.X1 > within.X1 {
		limit(r.X1, within.X1, around.X)
	}
	if r.Y0 < within.Y0 {
		limit(r.Y0, within.Y0, around.Y)
	}
	if r.Y1 > within.Y1 {
		limit(r.Y1, within.Y1, around.Y)
	}
	return drawing.Rect{
		X0: around.X + k*(r.X0-around.X), Y0: around.Y + k*(r.Y0-around.Y),
		X1: around.X + k*(r.X1-around.X), Y1: around.Y + k*(r.Y1-around.Y),
	}
}

// moveFrame moves a frame that is inside the canvas or contains it. The frame stays inside, or keeps containing it.
func moveFrame(r, canvas drawing.Rect, dx, dy float64) drawing.Rect {
	left, right := canvas.X0-r.X0, canvas.X1-r.X1
	up, down := canvas.Y0-r.Y0, canvas.Y1-r.Y1
	dx = min(max(dx, min(left, right)), max(left, right))
	dy = min(max(dy, min(up, down)), max(up, down))
	return drawing.Rect{X0: r.X0 + dx, Y0: r.Y0 + dy, X1: r.X1 + dx, Y1: r.Y1 + dy}
}

func clamp(p drawing.Point, r drawing.Rect) drawing.Point {
	return drawing.Point{X: min(max(p.X, r.X0), r.X1), Y: min(max(p.Y, r.Y0), r.Y1)}
}
