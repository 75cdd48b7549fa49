package compose

import "fyne.io/fyne/v2"

// viewport is where the composer stands: the canvas of its window, with the keyboard and the sheets over it. It belongs to the
// window's goroutine.
type viewport struct {
	of       func() fyne.Canvas // nil: whichever shows box
	box      fyne.CanvasObject
	covering func() // a sheet is about to open
}

// canvas is the one that shows the composer; nil before it is shown.
func (v *viewport) canvas() fyne.Canvas {
	if v.of != nil {
		return v.of()
	}
	return fyne.CurrentApp().Driver().CanvasForObject(v.box)
}

// free is where a sheet of the composer opens; nil while the composer is not in the window, or under another sheet.
func (v *viewport) free() fyne.Canvas {
	c := v.canvas()
	if c == nil || c.Overlays().Top() != nil {
		return nil
	}
	v.covering()
	return c
}

// focus brings the keyboard to a control, also to one that was not drawn yet: the toolkit knows the canvas of an object only
// after its first frame.
func (v *viewport) focus(f fyne.Focusable) {
	if v.of != nil {
		v.of().Focus(f)
		return
	}
	if object, ok := f.(fyne.CanvasObject); ok {
		if c := fyne.CurrentApp().Driver().CanvasForObject(object); c != nil {
			c.Focus(f)
		}
	}
}

// focused is what has the keyboard; nil where nothing has it.
func (v *viewport) focused() fyne.Focusable {
	if c := v.canvas(); c != nil {
		return c.Focused()
	}
	return nil
}
