package casting

import (
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/db/cast"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// Sizes of the list, px.
const (
	listWidth  = 724 // three cards beside each other
	listHeight = 400 // at most
	listLeast  = 160
	listAround = 190 // what a window keeps for the rest of the dialog
)

// castList is the dialog with the cards of all entries. The editor of an entry is shown in its place.
type castList struct {
	cast  *Cast
	sheet *kit.Sheet
	panel *Panel
	add   *kit.Button
	said  *kit.Text // the last change
	undo  *kit.Link
}

// ShowList opens the list of the cast in a dialog.
func (c *Cast) ShowList() {
	c.Go(c.Update) // another program may have changed it
	c.showList("")
}

// showList opens the list with an entry selected; "": the first one.
func (c *Cast) showList(name string) {
	if c.Canvas().Overlays().Top() != nil {
		return
	}
	l := &castList{cast: c, said: kit.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis()}
	l.panel = newPanel(c, l.edit)
	l.panel.bare = true
	l.undo = kit.NewLink(lang.L("Undo"), func() { c.Undo() })
	l.add = kit.NewButton(lang.L("Add…"), resources.IconPlus, kit.Primary, func() { l.edit("") })
	kit.Enable(l.add, !c.ReadOnly)
	leave := kit.NewButton(lang.L("Close"), nil, kit.Plain, func() { l.sheet.Hide() })
	room := max(c.Canvas().Size().Height-listAround, resources.Scaled(cellHeight)+panelLine)
	high := min(max(l.panel.HeightFor(listWidth-2*panelSide, false), listLeast), listHeight, room)
	l.sheet = kit.ShowWideSheet(c.Canvas(), listWidth, kit.NewColumn(12,
		kit.NewRow(8, kit.NewText(lang.L("Cast"), resources.SizeH2, resources.Text1, true), kit.NewSpring(), l.said,
			l.undo),
		kit.NewFixed(0, high, l.panel.content), kit.NewAnswers(leave, l.add)), nil)
	c.list = l
	l.show("")
	l.panel.grid.choose(c.index(name))
	c.Canvas().Focus(l.first())
}

// first returns what gets the keyboard focus: the cards, or the button that adds the first one.
func (l *castList) first() fyne.Focusable {
	if len(l.cast.entries) > 0 {
		return l.panel.grid
	}
	return l.add
}

// moveFocus moves the keyboard focus from a control that was hidden.
func (l *castList) moveFocus() {
	f := l.cast.Canvas().Focused()
	isHidden := f == fyne.Focusable(l.undo) && !l.undo.Visible()
	if f == nil || isHidden || f == fyne.Focusable(l.panel.grid) && len(l.cast.entries) == 0 {
		l.cast.Canvas().Focus(l.first())
	}
}

// edit closes the list and opens the editor of an entry; "" adds one. The list opens again after it.
func (l *castList) edit(name string) {
	l.sheet.Hide()
	l.cast.edit(name, "", nil, func(saved string) {
		if saved == "" {
			saved = name
		}
		l.cast.showList(saved)
	})
}

// show shows the cast as it is now, and a change that was made.
func (l *castList) show(words string) {
	if l == nil || !l.sheet.Shown() {
		return
	}
	l.panel.Show()
	kit.ShowText(l.said, words)
	kit.Show(l.undo, words != "" && len(l.cast.undo) > 0)
	l.moveFocus()
	l.sheet.Refresh()
}

// index returns the index of an entry, ignoring case; -1: there is none.
func (c *Cast) index(name string) int {
	for i, e := range c.entries {
		if strings.EqualFold(e.Name, name) {
			return i
		}
	}
	return -1
}

// Entry returns the entry with a name, ignoring case.
func (c *Cast) Entry(name string) (cast.Entry, bool) { return cast.Find(c.entries, name) }
