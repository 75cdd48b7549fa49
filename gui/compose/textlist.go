package compose

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"viviscope/gui/widgets"
	"viviscope/resources"
)

// The measures of a sheet with a list of texts, px.
const (
	textSheetWidth = 760
	textListWidth  = 320
	textListHeight = 340
	textRowHeight  = 48
)

// textRow is a text, with a name where it has one.
type textRow struct{ name, text string }

// textList is a list of texts with the whole of the chosen one beside it.
type textList struct {
	onTake   func() // Enter
	onDelete func() // Delete; nil: nothing
	onChosen func() // another row is chosen, or none

	rows  []textRow
	list  *widgets.VList
	whole *widgets.Text
	pane  *container.Scroll
	none  *widgets.Text
	box   *fyne.Container
}

func newTextList(none string) *textList {
	l := &textList{onTake: func() {}, onChosen: func() {}}
	l.list = widgets.NewVList(l, 2, 0)
	l.list.OnCurrent = func(int64) { l.show() }
	l.list.OnKey = func(_ int64, e *fyne.KeyEvent) bool {
		switch {
		case e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter:
			l.onTake()
		case e.Name == fyne.KeyDelete && l.onDelete != nil:
			l.onDelete()
		default:
			return false
		}
		return true
	}
	l.none = widgets.NewText(none, resources.SizeSM, resources.Text3, false).Wrap(true)
	l.whole = widgets.NewText("", resources.SizeBody, resources.Text1, false).Wrap(true)
	l.pane = container.NewVScroll(widgets.NewInset(10, 12, 10, 12, widgets.NewColumn(0, l.whole)))
	left := container.NewStack(l.list, widgets.NewInset(8, 8, 8, 8, widgets.NewColumn(0, l.none)))
	right := container.NewStack(widgets.NewGround(resources.BgWindow), l.pane)
	l.box = widgets.NewFixed(0, textListHeight, container.NewBorder(nil, nil,
		widgets.NewInset(0, 12, 0, 0, widgets.NewFixed(textListWidth, 0, left)), nil, right))
	return l
}

// set replaces the rows and chooses the first.
func (l *textList) set(rows []textRow) {
	l.rows = rows
	all := make([]widgets.Row, len(rows))
	for i := range rows {
		all[i].ID = int64(i + 1)
	}
	l.list.SetCurrent(0)
	l.list.SetRows(all)
	l.list.ScrollToTop()
	if len(rows) > 0 {
		l.list.SetCurrent(1)
	}
	setShown(l.none, len(rows) == 0)
	l.show()
}

// at returns which row is chosen; false for none.
func (l *textList) at() (int, bool) {
	i := int(l.list.Current()) - 1
	return i, i >= 0 && i < len(l.rows)
}

func (l *textList) chosen() (textRow, bool) {
	i, ok := l.at()
	if !ok {
		return textRow{}, false
	}
	return l.rows[i], true
}

func (l *textList) show() {
	row, _ := l.chosen()
	l.whole.SetText(row.text)
	l.pane.ScrollToTop()
	l.pane.Refresh()
	l.onChosen()
}

// keyFromSearch moves in the list while the search has the keyboard.
func (l *textList) keyFromSearch(e *fyne.KeyEvent) bool {
	switch e.Name {
	case fyne.KeyUp, fyne.KeyDown, fyne.KeyPageUp, fyne.KeyPageDown:
		l.list.TypedKey(e)
		return true
	}
	return false
}

// textCell is a row in the window.
type textCell struct {
	plate      *canvas.Rectangle
	name, text *widgets.Text
}

// NewCell implements widgets.RowSource.
func (l *textList) NewCell(int) fyne.CanvasObject {
	plate := canvas.NewRectangle(nil)
	plate.CornerRadius = 4
	name := widgets.NewText("", resources.SizeBody, resources.Text1, true).Ellipsis()
	text := widgets.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true).MaxLines(2)
	return container.NewStack(plate, widgets.NewInset(5, 10, 5, 10, widgets.NewColumn(1, name, text)))
}

// Bind implements widgets.RowSource.
func (l *textList) Bind(cell fyne.CanvasObject, row widgets.Row) {
	stack := cell.(*fyne.Container)
	column := stack.Objects[1].(*fyne.Container).Objects[0].(*fyne.Container)
	c := textCell{stack.Objects[0].(*canvas.Rectangle), column.Objects[0].(*widgets.Text), column.Objects[1].(*widgets.Text)}
	r := l.rows[row.ID-1]
	setShown(c.name, r.name != "")
	c.name.SetText(r.name)
	if r.name == "" {
		c.text.MaxLines(2)
	} else {
		c.text.MaxLines(1)
	}
	c.text.SetText(strings.Join(strings.Fields(r.text), " "))
	fill := resources.BgRaised
	if row.ID == l.list.Current() {
		fill = resources.BgSelected
	}
	c.plate.FillColor = theme.Color(fill)
	c.plate.Refresh()
	column.Refresh()
}

// Height implements widgets.RowSource.
func (l *textList) Height(widgets.Row, float32) float32 {
	line := fyne.MeasureText("X", theme.Size(resources.SizeSM), fyne.TextStyle{}).Height
	return max(textRowHeight, 2*line+14)
}
