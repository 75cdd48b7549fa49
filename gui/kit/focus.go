package kit

import (
	"fyne.io/fyne/v2"
)

// tooSoon reports whether an object is in a dialog that has just opened.
func tooSoon(o fyne.CanvasObject) bool {
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
