package tool

import (
	"image"

	"viviscope/gui/editor/drawing"
)

// commitStep does a step to the canvas; false, with the reason told: it was refused.
func commitStep(h Host, word string, s drawing.Step) bool {
	d, err := h.Drawing().Do(s)
	if err != nil {
		h.Refused(err)
		return false
	}
	h.Commit(word, d)
	h.Changed()
	return true
}

// Turn turns the canvas by so many quarters clockwise; what the tool in the hand did not apply is dropped.
func (k *Kit) Turn(quarters int) bool {
	return k.step("turn", drawing.Step{Kind: drawing.Turn, Turns: quarters})
}

// Flip mirrors the canvas left to right, or top to bottom.
func (k *Kit) Flip(upright bool) bool {
	return k.step("flip", drawing.Step{Kind: drawing.Flip, Upright: upright})
}

// Resize gives the canvas another size.
func (k *Kit) Resize(size image.Point) bool {
	return k.step("resize", drawing.Step{Kind: drawing.Resize, Size: size})
}

func (k *Kit) step(word string, s drawing.Step) bool {
	k.hand.Leave()
	ok := commitStep(k.host, word, s)
	if ok {
		k.hand.Leave() // a frame is that of the new canvas
	}
	return ok
}

// room is how much of the canvas a placed picture fills at most, so that its handles can be seen.
const room = 0.6

// Place puts another picture of the library on the canvas, in the middle or around a place, small enough that its handles can be
// taken, and takes it into the hand.
func (k *Kit) Place(ref string, size image.Point, at *drawing.Point) {
	d := k.host.Drawing()
	if size.X < 1 || size.Y < 1 || d.Empty() {
		return
	}
	canvas := d.Size()
	w, h := float64(size.X), float64(size.Y)
	scale := min(1, room*float64(canvas.X)/w, room*float64(canvas.Y)/h)
	mid := drawing.Point{X: float64(canvas.X) / 2, Y: float64(canvas.Y) / 2}
	if at != nil {
		mid = *at
	}
	m := k.host.Fresh(Picture)
	m.Kind, m.Asset, m.Size, m.Points = drawing.Picture, ref, drawing.Point{X: w, Y: h}, nil
	// Whole pixels, so that a picture that keeps its size stays as sharp as it is.
	x, y := float64(round(mid.X-scale*w/2)), float64(round(mid.Y-scale*h/2))
	m.At = drawing.Scaled(scale, scale).Then(drawing.Moved(x, y))
	k.Take(Picture)
	k.add("place picture", m, true)
}
