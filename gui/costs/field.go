package costs

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/widgets"
	"viviscope/resources"
)

// field is a control with the words before it.
type field struct {
	label   string
	control fyne.CanvasObject
}

// labelled are fields under each other, whose controls begin at one line: behind the widest words and at least least px
// from the left. room is the width of the
// controls, px at 100 %.
func labelled(gap, least, room float32, size fyne.ThemeSizeName, color fyne.ThemeColorName, fields ...field) (rows []fyne.CanvasObject) {
	least, room = resources.Scaled(least), resources.Scaled(room)
	var words []*widgets.Text
	for _, f := range fields {
		t := widgets.NewText(f.label, size, color, false)
		least = max(least, t.MinSize().Width)
		words = append(words, t)
	}
	for i, f := range fields {
		rows = append(rows, widgets.NewRow(gap, widgets.NewFixed(least, 0, words[i]), widgets.NewFixed(room, 0, f.control)))
	}
	return rows
}
