package tool

import (
	"image"
	"math"

	"viviscope/gui/editor/drawing"
)

// Cropper is the tool that cuts the canvas. Its frame is dragged at its handles and edges, moved at its inside and drawn anew
// from outside of it; Enter cuts.
type Cropper struct {
	idle
	host  Host
	rect  drawing.Rect // between pixels only while it keeps a ratio, so that many small drags do not lose it
	ratio Ratio
	drag  *frameDrag
}

// frameDrag is a drag of a frame.
type frameDrag struct {
	from drawing.Point
	was  drawing.Rect
	grip drawing.Grip // "": see draw
	draw bool         // a new frame from here; else the frame is moved
}

func newCropper(h Host) *Cropper {
	t := &Cropper{idle: idle{Crop}, host: h}
	t.rect = t.canvas()
	return t
}

func (t *Cropper) canvas() drawing.Rect { return rectOf(image.Rectangle{Max: t.host.Drawing().Size()}) }

// Frame is what would stay, in whole pixels.
func (t *Cropper) Frame() image.Rectangle {
	if t.ratio.free() {
		return pixels(t.rect)
	}
	// Its sides are rounded and not its edges, so that a square stays one.
	canvas := t.host.Drawing().Size()
	w, h := min(round(t.rect.X1-t.rect.X0), canvas.X), min(round(t.rect.Y1-t.rect.Y0), canvas.Y)
	x, y := min(max(round(t.rect.X0), 0), canvas.X-w), min(max(round(t.rect.Y0), 0), canvas.Y-h)
	return image.Rect(x, y, x+w, y+h)
}

// whole says that the frame is the whole canvas.
func (t *Cropper) whole() bool { return t.Frame() == image.Rectangle{Max: t.host.Drawing().Size()} }

// SetFrame sets what would stay; it is cut to the canvas. Sides that are not of the ratio free the frame.
func (t *Cropper) SetFrame(r image.Rectangle) {
	size := t.host.Drawing().Size()
	if r = r.Intersect(image.Rectangle{Max: size}); !r.Empty() {
		t.rect = rectOf(r)
		t.keepRatio()
	}
	t.host.Changed()
}

// keepRatio makes the frame exactly of its ratio where it is that but for the rounding to whole pixels, and frees it elsewhere.
func (t *Cropper) keepRatio() {
	if t.ratio.free() {
		return
	}
	exact := t.ratio.outside(t.rect)
	if more := exact.X1 - exact.X0 - (t.rect.X1 - t.rect.X0) + exact.Y1 - exact.Y0 - (t.rect.Y1 - t.rect.Y0); more > 1.5 {
		t.ratio = Ratio{}
		return
	}
	t.rect = t.ratio.inside(t.rect)
}

// Ratio is the ratio that the frame keeps.
func (t *Cropper) Ratio() Ratio { return t.ratio }

// SetRatio makes the frame the largest of a ratio inside of what it was; the zero Ratio frees it. A frame that is the whole
// canvas, or that had another ratio, is taken anew from the canvas, so that trying ratios does not make it smaller and smaller.
func (t *Cropper) SetRatio(r Ratio) {
	if !r.free() {
		from := t.canvas()
		if t.ratio.free() {
			from = t.rect
		}
		t.rect = r.inside(from)
	} else {
		t.rect = rectOf(t.Frame())
	}
	t.ratio = r
	t.host.Changed()
}

// Down takes a handle, an edge, the frame, or begins a new one.
func (t *Cropper) Down(p Pointer) {
	t.drag = &frameDrag{from: p.At, was: t.rect, grip: frameGrip(t.rect, p)}
	t.drag.draw = t.drag.grip == "" && (t.whole() || !t.rect.Has(p.At))
}

// Drag changes the frame. It stays on the canvas.
func (t *Cropper) Drag(p Pointer) {
	d := t.drag
	if d == nil {
		return
	}
	canvas := t.canvas()
	switch {
	case d.draw:
		if !p.moved(d.from) {
			return
		}
		t.rect = t.drawn(d.from, p, canvas)
	case d.grip == "":
		dx := min(max(p.At.X-d.from.X, canvas.X0-d.was.X0), canvas.X1-d.was.X1)
		dy := min(max(p.At.Y-d.from.Y, canvas.Y0-d.was.Y0), canvas.Y1-d.was.Y1)
		t.rect = drawing.Rect{X0: d.was.X0 + dx, Y0: d.was.Y0 + dy, X1: d.was.X1 + dx, Y1: d.was.Y1 + dy}
	default:
		hold := p.Hold.shape()
		hold.Even = hold.Even || !t.ratio.free()
		at := d.grip.On(d.was)
		to := drawing.Point{X: at.X + p.At.X - d.from.X, Y: at.Y + p.At.Y - d.from.Y}
		r := d.was.Drag(d.grip, clamp(to, canvas), hold)
		t.rect = shrink(r, canvas, fixed(d.was, d.grip, hold))
	}
	if t.ratio.free() {
		t.rect = rectOf(pixels(t.rect))
	}
	t.host.Changed()
}

// drawn is a new frame from one place to another.
func (t *Cropper) drawn(from drawing.Point, p Pointer, canvas drawing.Rect) drawing.Rect {
	from = clamp(from, canvas)
	to := clamp(p.At, canvas)
	r := drawing.RectOf(from, to)
	ratio := t.ratio
	if ratio.free() && p.Hold.Has(Shift) {
		ratio = Ratio{1, 1}
	}
	if ratio.free() {
		return r
	}
	k := max((r.X1-r.X0)/float64(ratio.W), (r.Y1-r.Y0)/float64(ratio.H))
	to = drawing.Point{
		X: from.X + signed(k*float64(ratio.W), p.At.X-from.X),
		Y: from.Y + signed(k*float64(ratio.H), p.At.Y-from.Y),
	}
	return shrink(drawing.RectOf(from, to), canvas, from)
}

func clamp(p drawing.Point, r drawing.Rect) drawing.Point {
	return drawing.Point{X: min(max(p.X, r.X0), r.X1), Y: min(max(p.Y, r.Y0), r.Y1)}
}

// Up ends the drag. A frame without room becomes what it was.
func (t *Cropper) Up(p Pointer) {
	if t.drag == nil {
		return
	}
	t.Drag(p)
	if f := t.Frame(); f.Dx() < 1 || f.Dy() < 1 {
		t.rect = t.drag.was
	}
	t.drag = nil
	t.host.Changed()
}

// Key applies with Enter, and moves the frame with the arrow keys.
func (t *Cropper) Key(k Key) bool {
	if k.Name == Enter {
		t.Apply()
		return true
	}
	dx, dy, arrow := k.step()
	if !arrow {
		return false
	}
	at := drawing.Point{X: t.rect.X0 + 1, Y: t.rect.Y0 + 1}
	t.drag = &frameDrag{from: at, was: t.rect}
	t.Drag(Pointer{At: drawing.Point{X: at.X + dx, Y: at.Y + dy}, Zoom: 1})
	t.drag = nil
	return true
}

// Apply cuts; false: the step was refused, or the frame is the whole canvas.
func (t *Cropper) Apply() bool {
	if t.whole() {
		return false
	}
	ok := commitStep(t.host, "crop", drawing.Step{Kind: drawing.Crop, Rect: t.Frame()})
	if ok {
		t.Leave()
	}
	return ok
}

// Cancel puts the frame back to what it was before the drag, or around the whole canvas; false: it is there already.
func (t *Cropper) Cancel() bool {
	if t.drag != nil {
		t.rect, t.drag = t.drag.was, nil
		return true
	}
	if t.whole() {
		return false
	}
	t.Leave()
	return true
}

// Leave puts the frame around the whole canvas.
func (t *Cropper) Leave() {
	t.rect, t.ratio, t.drag = t.canvas(), Ratio{}, nil
	t.host.Changed()
}

// Overlay is the frame with the rest darkened.
func (t *Cropper) Overlay(float64) Overlay {
	return Overlay{
		Frame: &Frame{Rect: t.Frame(), Dim: true, Thirds: t.drag != nil}, Handles: frameHandles(t.rect), Cursor: Crossing,
	}
}

// Ratio is a ratio of width to height that a frame keeps. The zero value is free.
type Ratio struct{ W, H int }

// Preset is a ratio that is offered.
type Preset struct {
	Ratio    Ratio
	Original bool // the ratio of the canvas
}

// Presets are the ratios that crop and extend offer, the free one first.
func Presets() []Preset {
	return []Preset{
		{}, {Original: true}, {Ratio: Ratio{1, 1}}, {Ratio: Ratio{16, 9}}, {Ratio: Ratio{9, 16}}, {Ratio: Ratio{4, 3}},
		{Ratio: Ratio{3, 2}}, {Ratio: Ratio{21, 9}},
	}
}

// Of is the ratio of the preset on a canvas of the given size.
func (p Preset) Of(size image.Point) Ratio {
	if p.Original {
		return Ratio{size.X, size.Y}
	}
	return p.Ratio
}

// free says that the frame need not keep a ratio.
func (r Ratio) free() bool { return r.W <= 0 || r.H <= 0 }

// inside is the largest rectangle of the ratio in the middle of another.
func (r Ratio) inside(in drawing.Rect) drawing.Rect {
	w, h := in.X1-in.X0, in.Y1-in.Y0
	k := min(w/float64(r.W), h/float64(r.H))
	return r.around(in.Middle(), k)
}

// outside is the smallest rectangle of the ratio around another.
func (r Ratio) outside(in drawing.Rect) drawing.Rect {
	w, h := in.X1-in.X0, in.Y1-in.Y0
	k := max(w/float64(r.W), h/float64(r.H))
	return r.around(in.Middle(), k)
}

func (r Ratio) around(mid drawing.Point, k float64) drawing.Rect {
	w, h := k*float64(r.W)/2, k*float64(r.H)/2
	return drawing.Rect{X0: mid.X - w, Y0: mid.Y - h, X1: mid.X + w, Y1: mid.Y + h}
}

// rectOf and pixels go between whole pixels and places.
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

// frameHandles are the corners and edges of a frame.
func frameHandles(r drawing.Rect) []drawing.Handle {
	var out []drawing.Handle
	for _, g := range drawing.BoxGrips() {
		out = append(out, drawing.Handle{Grip: g, At: g.On(r)})
	}
	return out
}

// frameGrip is the grip of a frame that the pointer is near; the corners win. "": none.
func frameGrip(r drawing.Rect, p Pointer) drawing.Grip {
	reach := p.reach(nearHandle)
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

// fixed is the place of a frame that stays when a grip is dragged.
func fixed(r drawing.Rect, g drawing.Grip, hold drawing.Hold) drawing.Point {
	if hold.Middle {
		return r.Middle()
	}
	at, mid := g.On(r), r.Middle()
	return drawing.Point{X: 2*mid.X - at.X, Y: 2*mid.Y - at.Y}
}

// shrink makes r smaller around a place until it is within another rectangle, keeping its ratio. The place must be in both.
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
