package imageview

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/gui/kit"
)

// HoldPan sets whether Space is held, so that the primary button pans. The owner of the view gets the keys and calls
// it.
func (v *View) HoldPan(held bool) { v.panHeld = held }

// SetCursor sets the cursor over the view. It applies from the next movement of the pointer on.
func (v *View) SetCursor(c desktop.Cursor) { v.cursor = c }

func (v *View) Cursor() desktop.Cursor {
	switch {
	case v.press.pans || v.panHeld && v.press.button == 0:
		return desktop.PointerCursor
	case v.cursor == nil:
		return desktop.DefaultCursor
	}
	return v.cursor
}

func (v *View) MouseDown(e *desktop.MouseEvent) {
	if v.press.button != 0 || v.empty() {
		return
	}
	pans := e.Button == desktop.MouseButtonTertiary || e.Button == desktop.MouseButtonPrimary && v.panHeld
	v.press = press{button: e.Button, pans: pans, at: e.Position}
	if e.Button == desktop.MouseButtonPrimary {
		v.downs[0], v.downs[1] = v.downs[1], e.Position
	}
	if !pans {
		v.report(Pointer{Event: Down, At: e.Position, Button: e.Button, Modifier: e.Modifier})
	}
}

func (v *View) MouseUp(e *desktop.MouseEvent) {
	switch {
	case v.press.button == 0:
	case e.Button != v.press.button:
		v.press.otherReleased = true
	default:
		v.drag(e.Position)
		v.release(e.Modifier)
	}
}

// Dragged is called by Fyne for movements with a held button, from 2 units away from the press on. It is also called
// for positions outside the view.
func (v *View) Dragged(e *fyne.DragEvent) {
	v.press.otherReleased = false
	v.drag(e.Position)
}

// DragEnd is called by Fyne after MouseUp. Fyne calls it without MouseUp if the button was released over an object that
// does not handle buttons.
func (v *View) DragEnd() {
	if v.press.otherReleased {
		v.press.otherReleased = false
		return
	}
	v.cancel()
}

// MouseIn starts hovering. It measures the scale again, because Fyne does not report when a window moves to another
// screen.
func (v *View) MouseIn(e *desktop.MouseEvent) {
	if before := v.pixel; v.press.button == 0 {
		v.measure()
		if v.pixel != before {
			v.settle()
		}
	}
	v.MouseMoved(e)
}

// MouseMoved is called by Fyne for movements without a button, with the secondary one, and for the first 2 units after
// a press.
func (v *View) MouseMoved(e *desktop.MouseEvent) {
	v.press.otherReleased = false
	if v.press.button != 0 {
		if e.Button&v.press.button != 0 {
			v.drag(e.Position)
			return
		}
		v.cancel() // the button was released without an event for the view
	}
	if !v.empty() {
		v.report(Pointer{Event: Hover, At: e.Position, Modifier: v.modifiers()})
	}
}

// MouseOut does nothing: a press continues outside the view.
func (v *View) MouseOut() {}

// DoubleTapped reports a double click. Two clicks at different positions are two dabs of a brush and no double click.
func (v *View) DoubleTapped(e *fyne.PointEvent) {
	const near = 6
	apart := v.downs[1].Subtract(v.downs[0])
	if !v.empty() && math.Hypot(float64(apart.X), float64(apart.Y)) <= near {
		v.report(Pointer{Event: Double, At: e.Position, Button: desktop.MouseButtonPrimary, Modifier: v.modifiers()})
	}
}

// Scrolled zooms at the pointer: by a wheel, and by a touchpad while Ctrl or Command is held. A touchpad alone pans,
// and so does a wheel with Shift, which the toolkit reports as sideways.
func (v *View) Scrolled(e *fyne.ScrollEvent) {
	if v.modifiers()&fyne.KeyModifierControl != 0 || kit.IsWheel(e) {
		x := math.Mod(float64(e.Position.X), max(v.width(), 1))
		v.zoomAt(wheelFactor(float64(e.Scrolled.DY)), x, float64(e.Position.Y))
		return
	}
	step := kit.WheelStep(e)
	v.PanBy(step.Scrolled.DX, step.Scrolled.DY)
}

// drag handles a movement of the held button. Fyne reports some movements twice, so it ignores an unchanged position.
func (v *View) drag(to fyne.Position) {
	if v.press.button == 0 || to == v.press.at {
		return
	}
	by := fyne.NewDelta(to.X-v.press.at.X, to.Y-v.press.at.Y)
	v.press.at = to
	if v.press.pans {
		v.PanBy(by.DX, by.DY)
		return
	}
	v.report(Pointer{Event: Drag, At: to, By: by, Button: v.press.button, Modifier: v.modifiers()})
}
