package compare

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/widgets"
)

// gap is the room between the parts of the sheet, px.
const gap = 16

// wholeLayout stacks head, pictures and facts: the pictures get all the height that is left, and the sheet asks for as
// much as there is.
type wholeLayout struct{}

// HeightFor is more than any window has: the sheet takes what it can get.
func (wholeLayout) HeightFor([]fyne.CanvasObject, float32) float32 { return 1 << 16 }

// MinSize is that of the three above each other.
func (wholeLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	var m fyne.Size
	for _, part := range o {
		s := part.MinSize()
		m.Width = max(m.Width, s.Width)
		m.Height += s.Height
	}
	return m.AddWidthHeight(0, 2*gap)
}

// Layout places the three.
func (wholeLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	head, facts := widgets.HeightFor(o[0], s.Width), widgets.HeightFor(o[2], s.Width)
	put(o[0], 0, 0, s.Width, head)
	put(o[1], 0, head+gap, s.Width, s.Height-head-facts-2*gap)
	put(o[2], 0, s.Height-facts, s.Width, facts)
}

// halves gives each of two objects half of the width.
type halves struct{}

// MinSize is that of the two beside each other.
func (halves) MinSize(o []fyne.CanvasObject) fyne.Size {
	a, b := o[0].MinSize(), o[1].MinSize()
	return fyne.NewSize(2*max(a.Width, b.Width)+gap, max(a.Height, b.Height))
}

// Layout places the two.
func (halves) Layout(o []fyne.CanvasObject, s fyne.Size) {
	w := (s.Width - gap) / 2
	put(o[0], 0, 0, w, s.Height)
	put(o[1], w+gap, 0, w, s.Height)
}

func put(o fyne.CanvasObject, x, y, w, h float32) {
	o.Move(fyne.NewPos(x, y))
	o.Resize(fyne.NewSize(w, h))
}
