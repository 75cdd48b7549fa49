package costs

import (
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/gui/widgets"
	"viviscope/resources"
)

// figure is one of the sums at the top: what it is, how much, what it rests on.
type figure struct {
	number, kind, note *widgets.Text
	object             fyne.CanvasObject
}

func newFigure(word string, icon fyne.Resource, color fyne.ThemeColorName) *figure {
	f := &figure{
		number: widgets.NewText("", resources.SizeNumber, color, true),
		kind:   widgets.NewText("", resources.SizeSM, resources.Text2, false),
		note:   widgets.NewText("", resources.SizeXS, resources.Text2, false).Ellipsis(),
	}
	words := resources.Text2
	if color != resources.Text1 {
		words = color
	}
	head := widgets.NewRow(6, widgets.NewIcon(icon, 14, words), widgets.NewText(word, resources.SizeSM, words, false))
	f.object = widgets.NewInset(10, 16, 10, 16, widgets.NewColumn(2, head, widgets.NewRow(6, f.number, f.kind), f.note))
	return f
}

// set shows a sum. What stands behind the number, such as "(sandbox)", is small: the number is what is read.
func (f *figure) set(number, note string) {
	kind := ""
	if n, after, ok := strings.Cut(number, " ("); ok {
		number, kind = n, "("+after
	}
	f.number.SetText(number)
	f.kind.SetText(kind)
	f.note.SetText(note)
}
