package tool

import (
	"image"

	"viviscope/gui/editor/drawing"
)

// Extender is the tool that extends the canvas on any side. The edges are dragged outwards, or their distances typed.
// Enter applies.
type Extender struct {
	idle
	host Host
	rect drawing.Rect
	drag *frameDrag
}

func newExtender(h Host) *Extender {
	t := &Extender{idle: idle{Extend}, host: h}
	t.rect = t.canvas()
	return t
}

func (t *Extender) canvas() drawing.Rect {
	return rectOf(image.Rectangle{Max: t.host.Drawing().Size()})
}

// Sides are the pixels added on each side.
type Sides struct{ Top, Right, Bottom, Left int }

// SetSides sets the pixels to add. Negative numbers count as 0.
func (t *Extender) SetSides(s Sides) {
	size := t.host.Drawing().Size()
	t.rect = rectOf(pixels(drawing.Rect{
		X0: -float64(max(s.Left, 0)), Y0: -float64(max(s.Top, 0)),
		X1: float64(size.X) + float64(max(s.Right, 0)), Y1: float64(size.Y) + float64(max(s.Bottom, 0)),
	}))
	t.host.Changed()
}

// SetRatio extends two opposite sides so that the canvas gets a ratio. The zero Ratio adds nothing.
func (t *Extender) SetRatio(r Ratio) {
	t.rect = t.canvas()
	if !r.free() {
		t.rect = rectOf(pixels(r.outside(t.rect)))
	}
	t.host.Changed()
}

// Frame returns the new canvas, in pixels of the old one.
func (t *Extender) Frame() image.Rectangle { return pixels(t.rect) }

// Err returns why the frame cannot be applied, a *drawing.LimitError; nil if it can.
func (t *Extender) Err() error { return t.step().Allowed(t.host.Drawing().Size()) }

func (t *Extender) step() drawing.Step {
	return drawing.Step{Kind: drawing.Extend, Rect: t.Frame(), Fill: t.host.Fill()}
}

// Down starts to drag a handle or an edge.
func (t *Extender) Down(p Pointer) {
	if g := frameGrip(t.rect, p); g != "" {
		t.drag = &frameDrag{from: p.At, was: t.rect, grip: g}
	}
}

// Drag moves the handle or edge. The new canvas always contains the old one.
func (t *Extender) Drag(p Pointer) {
	d := t.drag
	if d == nil {
		return
	}
	at, canvas := d.grip.On(d.was), t.canvas()
	to := drawing.Point{X: at.X + p.At.X - d.from.X, Y: at.Y + p.At.Y - d.from.Y}
	// A grip stops at the old canvas: it must not cross to the other side of the frame.
	switch d.grip {
	case drawing.GripN, drawing.GripNE, drawing.GripNW:
		to.Y = min(to.Y, canvas.Y0)
	case drawing.GripS, drawing.GripSE, drawing.GripSW:
		to.Y = max(to.Y, canvas.Y1)
	}
	switch d.grip {
	case drawing.GripW, drawing.GripNW, drawing.GripSW:
		to.X = min(to.X, canvas.X0)
	case drawing.GripE, drawing.GripNE, drawing.GripSE:
		to.X = max(to.X, canvas.X1)
	}
	r := d.was.Drag(d.grip, to, p.Hold.shape())
	t.rect = rectOf(pixels(drawing.Rect{
		X0: min(r.X0, canvas.X0), Y0: min(r.Y0, canvas.Y0), X1: max(r.X1, canvas.X1), Y1: max(r.Y1, canvas.Y1),
	}))
	t.host.Changed()
}

func (t *Extender) Up(p Pointer) {
	t.Drag(p)
	t.drag = nil
	t.host.Changed()
}

// Key extends with Enter. The arrow keys move the frame unless it is the canvas. It always contains the canvas.
func (t *Extender) Key(k Key) bool {
	if k.Name == Enter {
		t.Apply()
		return true
	}
	dx, dy, arrow := k.step()
	if !arrow || t.rect == t.canvas() {
		return false
	}
	t.rect, t.drag = moveFrame(t.rect, t.canvas(), dx, dy), nil
	t.host.Changed()
	return true
}

// enlarge moves the right side by dx and the lower side by dy canvas pixels. The frame always contains the canvas.
func (t *Extender) enlarge(dx, dy float64) {
	canvas, r := t.canvas(), t.rect
	r.X1, r.Y1 = max(r.X1+dx, canvas.X1), max(r.Y1+dy, canvas.Y1)
	t.rect, t.drag = rectOf(pixels(r)), nil
	t.host.Changed()
}

// Apply extends the canvas. It returns false if the step was refused or nothing is added.
func (t *Extender) Apply() bool {
	if t.rect == t.canvas() {
		return false
	}
	ok := commitStep(t.host, "extend", t.step())
	if ok {
		t.Leave()
	}
	return ok
}

// Cancel drops the drag, else the whole frame. It reports whether there was one.
func (t *Extender) Cancel() bool {
	if t.drag != nil {
		t.rect, t.drag = t.drag.was, nil
		return true
	}
	if t.rect == t.canvas() {
		return false
	}
	t.Leave()
	return true
}

// Leave resets the frame to the canvas.
func (t *Extender) Leave() {
	t.rect, t.drag = t.canvas(), nil
	t.host.Changed()
}

// Overlay shows the new canvas with its border in the fill colour.
func (t *Extender) Overlay(float64) Overlay {
	return Overlay{Frame: &Frame{Rect: t.Frame(), Fill: t.host.Fill(), Border: true}, Handles: frameHandles(t.rect)}
}
