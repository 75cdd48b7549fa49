package compose

import (
	"strings"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
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

// textSheet is a sheet with a search over a list of texts, and the whole of the chosen one beside it.
type textSheet struct {
	sheet    *kit.Sheet
	search   *kit.Entry
	onTake   func(i int)
	onDelete func(i int) // nil: nothing is deleted
	needRow  []*kit.Button

	rows  []textRow
	list  *kit.List
	whole *kit.Text
	pane  *kit.Scroll
	none  *kit.Text // in place of rows
}

func newTextSheet(placeholder string, find func(words string), onTake func(i int)) *textSheet {
	l := &textSheet{search: kit.NewSearchEntry(placeholder), onTake: onTake}
	l.search.OnChanged = find
	l.search.OnSubmitted = func(string) { l.with(l.take) }
	l.search.OnKey = func(e *fyne.KeyEvent) bool { // moves in the list while the search has the keyboard
		switch e.Name {
		case fyne.KeyUp, fyne.KeyDown, fyne.KeyPageUp, fyne.KeyPageDown:
			l.list.TypedKey(e)
			return true
		}
		return false
	}
	l.list = kit.NewList(func() int { return len(l.rows) }, newTextCell, l.bind)
	l.list.OnChosen = func(int) { l.show() }
	l.list.OnOpen = l.take
	l.list.OnKey = func(e *fyne.KeyEvent) bool {
		if e.Name != fyne.KeyDelete || l.onDelete == nil {
			return false
		}
		l.with(l.onDelete)
		return true
	}
	l.none = kit.NewText("", resources.SizeSM, resources.Text3, false).Wrap(true)
	l.whole = kit.NewText("", resources.SizeBody, resources.Text1, false).Wrap(true)
	l.pane = kit.NewVScroll(kit.NewInset(10, 12, 10, 12, kit.NewColumn(0, l.whole)))
	return l
}

// open shows the sheet over a canvas, with all texts and these objects at its foot; a nil canvas does nothing. act does
// something with the chosen row.
func (l *textSheet) open(c fyne.Canvas, head fyne.CanvasObject, act *kit.Button, foot ...fyne.CanvasObject) {
	if c == nil {
		return
	}
	left := container.NewStack(l.list, kit.NewInset(8, 8, 8, 8, kit.NewColumn(0, l.none)))
	right := container.NewStack(kit.NewGround(resources.BgWindow), l.pane)
	box := kit.NewFixed(0, textListHeight, container.NewBorder(nil, nil,
		kit.NewInset(0, 12, 0, 0, kit.NewFixed(textListWidth, 0, left)), nil, right))
	l.show()
	l.search.OnChanged("")
	l.sheet = kit.ShowWideSheet(c, textSheetWidth,
		kit.NewColumn(12, head, l.search, box, kit.NewAnswers(l.leave(), act, foot...)), nil)
	c.Focus(l.search)
}

// button does something with the chosen row, and is off while there is none.
func (l *textSheet) button(word string, kind kit.ButtonKind, do func(i int)) *kit.Button {
	b := kit.NewButton(word, nil, kind, func() { l.with(do) })
	l.needRow = append(l.needRow, b)
	return b
}

func (l *textSheet) leave() *kit.Button {
	return kit.NewButton(lang.L("Close"), nil, kit.Plain, func() { l.sheet.Hide() })
}

// take ends the sheet with a row.
func (l *textSheet) take(i int) {
	l.sheet.Hide()
	l.onTake(i)
}

// with does something with the chosen row.
func (l *textSheet) with(do func(i int)) {
	if i := l.at(); i >= 0 {
		do(i)
	}
}

// set replaces the rows and chooses the first.
func (l *textSheet) set(rows []textRow) {
	l.rows = rows
	l.list.Update()
	l.list.Choose(0)
	kit.Show(l.none, len(rows) == 0)
	l.show()
}

// at returns which row is chosen; -1 for none.
func (l *textSheet) at() int {
	return min(l.list.At(), len(l.rows)-1)
}

func (l *textSheet) show() {
	i, text := l.at(), ""
	if i >= 0 {
		text = l.rows[i].text
	}
	l.whole.SetText(text)
	l.pane.ScrollToTop()
	l.pane.Refresh()
	for _, b := range l.needRow {
		kit.Enable(b, i >= 0)
	}
}

func newTextCell() fyne.CanvasObject {
	name := kit.NewText("", resources.SizeBody, resources.Text1, true).Ellipsis()
	text := kit.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true)
	line := fyne.MeasureText("X", theme.Size(resources.SizeSM), fyne.TextStyle{}).Height
	return kit.NewFixed(0, max(textRowHeight, 2*line+14)+2, kit.NewInset(6, 10, 6, 10, kit.NewColumn(1, name, text)))
}

func (l *textSheet) bind(i int, cell fyne.CanvasObject) {
	column := cell.(*fyne.Container).Objects[0].(*fyne.Container).Objects[0].(*fyne.Container)
	name, text, r := column.Objects[0].(*kit.Text), column.Objects[1].(*kit.Text), l.rows[i]
	kit.ShowText(name, r.name)
	text.MaxLines(2)
	if r.name != "" {
		text.MaxLines(1)
	}
	text.SetText(strings.Join(strings.Fields(r.text), " "))
	column.Refresh()
}

// sheetCanvas returns the canvas on which the composer opens a sheet; nil while another sheet is open.
func sheetCanvas(host action.Host) fyne.Canvas {
	c := host.Canvas()
	if c.Overlays().Top() != nil {
		return nil
	}
	return c
}
