package compose

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

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

// panelLayout stacks head, fields and foot: the fields get all the height that is left. Head and foot have words that break into
// more lines in a narrower panel.
type panelLayout struct{}

// MinSize is that of the three above each other.
func (panelLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	var m fyne.Size
	for _, part := range o {
		s := part.MinSize()
		m.Width = max(m.Width, s.Width)
		m.Height += s.Height
	}
	return m.AddWidthHeight(0, 2*theme.Padding())
}

// Layout places the three.
func (panelLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	pad, head, foot := theme.Padding(), widgets.HeightFor(o[0], s.Width), widgets.HeightFor(o[2], s.Width)
	for i, part := range []struct{ y, height float32 }{
		{0, head}, {head + pad, max(s.Height-head-foot-2*pad, 0)}, {s.Height - foot, foot},
	} {
		o[i].Move(fyne.NewPos(0, part.y))
		o[i].Resize(fyne.NewSize(s.Width, part.height))
	}
}
