package prices

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/widgets"
	"viviscope/resources"
)

// The columns of the table, px.
const (
	paneWidth = 392
	inset     = 16
	cellWidth = 60
	cellGap   = 4
)

// field is one price to enter. It shows a text without telling that a person typed it.
type field struct {
	entry *widgets.AmountEntry
	typed func(text string)
	quiet bool
}

// newField makes a field. move is asked to go to another field by Up, Down and Enter and reports whether there is one.
func newField(typed func(text string), move func(down bool) bool) *field {
	f := &field{entry: widgets.NewAmountEntry(), typed: typed}
	f.entry.OnChanged = func(text string) {
		if !f.quiet {
			f.typed(text)
		}
	}
	f.entry.OnKey = func(e *fyne.KeyEvent) bool {
		switch e.Name {
		case fyne.KeyUp:
			return move(false)
		case fyne.KeyDown, fyne.KeyReturn, fyne.KeyEnter:
			return move(true)
		}
		return false
	}
	return f
}

func (f *field) show(text, placeholder string, wrong bool) {
	if f.entry.Text != text {
		f.quiet = true
		f.entry.SetText(text)
		f.quiet = false
	}
	if f.entry.PlaceHolder != placeholder {
		f.entry.SetPlaceHolder(placeholder)
	}
	f.entry.SetFailed(wrong)
}

// focus brings the keyboard to the field. Without a canvas it is the one that shows the field, which the driver knows only
// once it has drawn it.
func (f *field) focus(of func() fyne.Canvas) {
	var c fyne.Canvas
	if of != nil {
		c = of()
	} else {
		c = fyne.CurrentApp().Driver().CanvasForObject(f.entry)
	}
	if c != nil {
		c.Focus(f.entry)
	}
}

// next brings the keyboard to the field below or above one, past those that are not there, and reports whether there is one.
func next(fields []*field, at int, down bool) bool {
	by := -1
	if down {
		by = 1
	}
	for at += by; at >= 0 && at < len(fields); at += by {
		if fields[at] != nil {
			fields[at].focus(nil)
			return true
		}
	}
	return false
}

// complaint is what is wrong with the fields above it.
func newComplaint() *widgets.Text {
	t := widgets.NewText("", resources.SizeXS, resources.Err, false).Wrap(true)
	t.Hide()
	return t
}

func complain(t *widgets.Text, words string) {
	t.SetText(words)
	widgets.Show(t, words != "")
}

func caption(words string) *widgets.Text {
	return widgets.NewText(words, resources.SizeSM, resources.Text2, false)
}

func note(words string) *widgets.Text {
	return widgets.NewText(words, resources.SizeXS, resources.Text3, false).Wrap(true)
}
