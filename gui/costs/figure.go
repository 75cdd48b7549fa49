package costs

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"viviscope/gui/widgets"
	"viviscope/resources"
)

// figure is one of the sums at the top: what it is, how much, what it rests on.
type figure struct {
	number, note *widgets.Text
	object       fyne.CanvasObject
}

func newFigure(word string, icon fyne.Resource, color fyne.ThemeColorName) *figure {
	f := &figure{
		number: widgets.NewText("", resources.SizeNumber, color, true),
		note:   widgets.NewText("", resources.SizeXS, resources.Text2, false).Ellipsis(),
	}
	head := container.NewHBox(container.NewCenter(widgets.NewIcon(icon, 14, color)), widgets.NewText(word, resources.SizeSM, resources.Text2, false))
	f.object = container.New(layout.NewCustomPaddedLayout(12, 12, 16, 16), container.NewVBox(head, f.number, f.note))
	return f
}

func (f *figure) set(number, note string) {
	f.number.SetText(number)
	f.note.SetText(note)
}
