package compose

import (
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
)

// Width is the usual width of the composer in px, so that the form looks the same beside any feed. Beside the edit canvas it
// may be as narrow as leastWidth.
const (
	Width      = 416
	leastWidth = 392
)

// inset is the space at the left and right of the form, in px.
const inset = 16

// labelWidth is the room of the labels of the form, in px: what belongs to a field stands under its control.
const labelWidth = 96

// indented lays an object under the control of a field.
func indented(o fyne.CanvasObject) *fyne.Container { return widgets.NewInset(0, 0, 0, labelWidth, o) }

func setShown(o fyne.CanvasObject, shown bool) {
	if o.Visible() == shown {
		return
	}
	if shown {
		o.Show()
	} else {
		o.Hide()
	}
}

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

// hole stands in a sentence for what is shown apart from it, such as an amount that stands out: languages differ in its place.
const hole = "\x00"

// around returns what stands before the hole of a sentence and behind it.
func around(sentence string) (before, after string) {
	before, after, _ = strings.Cut(sentence, hole)
	return before, after
}

func jobCount(n int) string { return lang.N("%s job", "%s jobs", n, lang.Number(n)) }

func variationCount(n int) string { return lang.N("%s variation", "%s variations", n, lang.Number(n)) }
