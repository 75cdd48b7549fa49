package kit

import (
	"fyne.io/fyne/v2"
)

// inNewDialog reports whether an object is in a dialog that has just opened.
func inNewDialog(o fyne.CanvasObject) bool {
	c := CanvasOf(o)
	if c == nil {
		return false
	}
	sheet, ok := c.Overlays().Top().(interface{ isNew() bool })
	return ok && sheet.isNew()
}

// PassKey passes on a key that a focused control does not use: to the dialog or panel around it, or otherwise to the
// window, which has keys without a modifier (F1).
func PassKey(o fyne.CanvasObject, e *fyne.KeyEvent) {
	c := CanvasOf(o)
	if c == nil {
		return
	}
	if top, ok := c.Overlays().Top().(escaper); ok {
		if e.Name == fyne.KeyEscape {
			top.escape()
		} else if sheet, ok := top.(interface{ spare(e *fyne.KeyEvent) }); ok {
			sheet.spare(e)
		}
		return
	}
	if typed := c.OnTypedKey(); typed != nil {
		typed(e)
	}
}

// pressedFrom is the control that had the focus before the pointer was pressed on another one, with its canvas and the
// overlay that was on top.
var pressedFrom struct {
	canvas  fyne.Canvas
	top     fyne.CanvasObject
	focused fyne.Focusable
}

// rememberFocus notes which control has the focus. A control calls it when the pointer is pressed on it: the toolkit
// takes the focus away before it reports the click.
func rememberFocus(o fyne.CanvasObject) {
	c := fyne.CurrentApp().Driver().CanvasForObject(o)
	if c == nil || c.Focused() == nil {
		return
	}
	pressedFrom.canvas, pressedFrom.top, pressedFrom.focused = c, c.Overlays().Top(), c.Focused()
}

// focusBefore returns the control that has the focus. If a click took it away, it returns the control that had it
// before the click, and true; nil if there is none.
func focusBefore(c fyne.Canvas) (before fyne.Focusable, clicked bool) {
	if f := c.Focused(); f != nil || pressedFrom.canvas != c || pressedFrom.top != c.Overlays().Top() {
		return f, false
	}
	return pressedFrom.focused, true
}

// FocusBack gives the focus to the control that had it before a click took it away, if that is still visible.
func FocusBack(c fyne.Canvas) {
	if f, clicked := focusBefore(c); clicked {
		FocusByPointer(c, f)
	}
}

// returnPoint is where the focus was when an overlay opened.
type returnPoint struct {
	focused fyne.Focusable // nil: nowhere
	clicked bool           // the pointer opened the overlay
}

func newReturnPoint(c fyne.Canvas) returnPoint {
	f, clicked := focusBefore(c)
	return returnPoint{f, clicked}
}

// restoreFocus returns the focus after the overlay is closed.
func (r returnPoint) restoreFocus(c fyne.Canvas) {
	if field, ok := r.focused.(interface{ skipSpace() }); ok && spaceTaps {
		field.skipSpace()
	}
	switch {
	case r.focused == nil:
		c.Unfocus()
	case r.clicked:
		FocusByPointer(c, r.focused)
	default:
		c.Focus(r.focused)
	}
}

// ReturnFocusTo sets the control that gets the focus when the open dialogs and panels are closed; nil: none.
func ReturnFocusTo(c fyne.Canvas, o fyne.Focusable) {
	if open := c.Overlays().List(); len(open) > 0 {
		if overlay, ok := open[0].(interface{ setReturn(returnPoint) }); ok {
			overlay.setReturn(returnPoint{focused: o})
		}
	}
}

// FocusByPointer returns the focus to the control that lost it to the pointer. The focus ring appears with the first
// key.
func FocusByPointer(c fyne.Canvas, o fyne.Focusable) {
	switch o := o.(type) {
	case interface{ byPointer() }:
		o.byPointer()
	case interface {
		fyne.CanvasObject
		fyne.Focusable
		focusByPointer(o fyne.Focusable, in fyne.CanvasObject)
	}:
		o.focusByPointer(o, o)
	default:
		c.Focus(o)
	}
}

// escaper is an overlay that Esc closes: an open dialog or the panel of a picker.
type escaper interface{ escape() }
