package tool

import (
	"image"

	"viviscope/gui/editor/drawing"
)

// Cropper is the tool that crops the canvas. The user resizes its frame at the handles and edges, moves it at its
// inside, and draws a new one outside. Enter crops.
type Cropper struct {
	idle
	host  Host
	rect  drawing.Rect // on whole pixels, except with a ratio: many small drags must not lose it
	ratio Ratio
	drag  *frameDrag
}

func newCropper(h Host) *Cropper {
	t := &Cropper{idle: idle{Crop}, host: h}
	t.rect = t.canvas()
	return t
}

func (t *Cropper) canvas() drawing.Rect { return rectOf(image.Rectangle{Max: t.host.Drawing().Size()}) }

// Frame returns the part that stays, in whole pixels.
func (t *Cropper) Frame() image.Rectangle {
	if t.ratio.free() {
		return pixels(t.rect)
	}
	// Round the size and not the edges, so that a square stays a square.
	canvas := t.host.Drawing().Size()
	w, h := min(round(t.rect.X1-t.rect.X0), canvas.X), min(round(t.rect.Y1-t.rect.Y0), canvas.Y)
	x, y := min(max(round(t.rect.X0), 0), canvas.X-w), min(max(round(t.rect.Y0), 0), canvas.Y-h)
	return image.Rect(x, y, x+w, y+h)
}

// whole reports whether the frame is the whole canvas.
func (t *Cropper) whole() bool { return t.Frame() == image.Rectangle{Max: t.host.Drawing().Size()} }

// SetFrame sets the part that stays, clipped to the canvas. A frame of another ratio removes the ratio.
func (t *Cropper) SetFrame(r image.Rectangle) {
	size := t.host.Drawing().Size()
	r = r.Intersect(image.Rectangle{Max: size})
	if !r.Empty() {
		t.rect = rectOf(r)
		t.keepRatio()
	}
	t.host.Changed()
}

// keepRatio sets the frame to exactly its ratio if it differs only by rounding to whole pixels. Otherwise it removes
// the ratio.
func (t *Cropper) keepRatio() {
	if t.ratio.free() {
		return
	}
	exact := t.ratio.outside(t.rect)
	if more := exact.X1 - exact.X0 - (t.rect.X1 - t.rect.X0) +
		exact.Y1 - exact.Y0 - (t.rect.Y1 - t.rect.Y0); more > 1.5 {
		t.ratio = Ratio{}
		return
	}
	t.rect = t.ratio.inside(t.rect)
}

// Ratio returns the ratio that the frame keeps.
func (t *Cropper) Ratio() Ratio { return t.ratio }

// SetRatio makes the frame the largest of a ratio inside the current frame; the zero Ratio removes the ratio. A frame
// that already had a ratio starts again from the whole canvas, so that trying ratios does not shrink it more and
// more.
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

// Down starts to drag a handle, an edge or the frame, or starts a new frame.
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
		t.rect = moveFrame(d.was, canvas, p.At.X-d.from.X, p.At.Y-d.from.Y)
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

// drawn returns a new frame between two points.
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

// Up ends the drag. An empty frame is reset to the one before.
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

// Key crops with Enter. The arrow keys move the frame unless it is the whole canvas.
func (t *Cropper) Key(k Key) bool {
	if k.Name == Enter {
		t.Apply()
		return true
	}
	dx, dy, arrow := k.step()
	if !arrow || t.whole() {
		return false
	}
	t.rect, t.drag = moveFrame(t.rect, t.canvas(), dx, dy), nil
	t.host.Changed()
	return true
}

// enlarge moves the right side by dx and the lower side by dy canvas pixels. The frame stays on the canvas and keeps
// its ratio.
func (t *Cropper) enlarge(dx, dy float64) {
	canvas, r := t.canvas(), t.rect
	if t.ratio.free() {
		r.X1 = min(max(r.X1+dx, r.X0+1), canvas.X1)
		r.Y1 = min(max(r.Y1+dy, r.Y0+1), canvas.Y1)
	} else {
		w, h := r.X1-r.X0, r.Y1-r.Y0
		k := (w + dx) / w
		if dx == 0 {
			k = (h + dy) / h
		}
		k = max(k, min(1, 1/min(w, h)))
		r.X1, r.Y1 = r.X0+k*w, r.Y0+k*h
		r = shrink(r, canvas, drawing.Point{X: r.X0, Y: r.Y0})
	}
	t.rect, t.drag = r, nil
	t.host.Changed()
}

// Apply crops. It returns false if the step was refused or the frame is the whole canvas.
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

// Cancel resets the frame to the one before the drag, else to the whole canvas. It reports whether that changed it.
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

// Leave resets the frame to the whole canvas.
func (t *Cropper) Leave() {
	t.rect, t.ratio, t.drag = t.canvas(), Ratio{}, nil
	t.host.Changed()
}

// Overlay shows the frame with the rest darkened.
func (t *Cropper) Overlay(float64) Overlay {
	return Overlay{
		Frame: &Frame{Rect: t.Frame(), Dim: true, Thirds: true}, Handles: frameHandles(t.rect), Cursor: Crossing,
	}
}
