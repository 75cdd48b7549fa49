package action

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// The measures of the palette, in px. The list is as high as its rows, and scrolls from listHigh on.
const (
	paletteWide = 600
	listHigh    = 380

	aroundList = 216 // what a window keeps for the rest of the palette
	paletteGap = 8
)

// Palette is the open sheet. Its methods belong to the window's goroutine.
type Palette struct {
	sheet  *widgets.Sheet
	search *widgets.Entry
	list   *widgets.VList
	empty  *widgets.Text

	items  []Action
	recent []string
	onRun  func(id string)
	found  []int // places in items
}

// ShowPalette opens the palette over a window. recent are the IDs of what was used last, newest first; onRun is told which action
// somebody chose, just before it is done.
func ShowPalette(c fyne.Canvas, items []Action, recent []string, onRun func(id string)) *Palette {
	p := &Palette{items: items, recent: recent, onRun: onRun}
	p.search = widgets.NewSearchEntry(lang.L("What do you want to do?"))
	p.search.OnChanged = p.find
	p.search.OnKey = p.key
	p.list = widgets.NewVList(p, 0, 0)
	p.list.OnKey = func(_ int64, e *fyne.KeyEvent) bool { return p.key(e) }
	p.empty = widgets.NewText("", resources.SizeBody, resources.Text2, false).Wrap(true)
	p.empty.Hide()
	foot := widgets.NewText(lang.L("Arrows choose, Enter does it, Esc closes. Parts of words and first letters are enough."), resources.SizeSM, resources.Text3, false).Wrap(true)
	p.sheet = widgets.ShowWideSheet(c, paletteWide, widgets.NewColumn(paletteGap, p.search, p.empty, widgets.NewFixed(0, min(listHigh, c.Size().Height-aroundList), p.list), foot), nil)
	p.find("")
	c.Focus(p.search)
	return p
}

// Shown reports whether the palette is open.
func (p *Palette) Shown() bool { return p.sheet.Shown() }

// find lists what fits.
func (p *Palette) find(query string) {
	p.found = Rank(p.items, p.recent, query)
	rows := make([]widgets.Row, len(p.found))
	for i, at := range p.found {
		rows[i] = widgets.Row{ID: int64(at) + 1}
	}
	p.list.SetRows(rows)
	p.list.ScrollToTop()
	p.empty.Hide()
	if len(rows) == 0 {
		p.empty.SetText(lang.L("No command is called that. Try one word of it, such as “prompt”."))
		p.empty.Show()
		p.list.SetCurrent(0)
		return
	}
	p.list.SetCurrent(rows[0].ID)
}

// key takes the keys that choose while the field or the list has the keyboard.
func (p *Palette) key(e *fyne.KeyEvent) bool {
	page := max(int(p.list.Size().Height/RowHeight())-1, 1)
	switch e.Name {
	case fyne.KeyDown:
		p.step(1)
	case fyne.KeyUp:
		p.step(-1)
	case fyne.KeyPageDown:
		p.step(page)
	case fyne.KeyPageUp:
		p.step(-page)
	case fyne.KeyReturn, fyne.KeyEnter:
		p.run(p.list.Current())
	default:
		return false
	}
	return true
}

// step goes on in the list, and stays at its ends.
func (p *Palette) step(by int) {
	rows := p.list.Rows()
	for i, r := range rows {
		if r.ID == p.list.Current() {
			p.list.SetCurrent(rows[min(max(i+by, 0), len(rows)-1)].ID)
			return
		}
	}
}

// run closes the palette and does an action. One that is disabled stays in sight, with its reason.
func (p *Palette) run(id int64) {
	if id < 1 || int(id) > len(p.items) {
		return
	}
	item := p.items[id-1]
	if !item.Can() {
		return
	}
	p.sheet.Hide()
	p.onRun(item.ID)
	item.Do()
}

// NewCell implements [widgets.RowSource].
func (p *Palette) NewCell(int) fyne.CanvasObject { return NewRow() }

// Bind implements [widgets.RowSource].
func (p *Palette) Bind(cell fyne.CanvasObject, r widgets.Row) {
	item, row := p.items[r.ID-1], cell.(*Row)
	mark, keys := "", item.KeyWords()
	if item.On {
		mark = lang.X("state", "on")
	}
	if item.Disabled != "" {
		keys = ""
	}
	row.OnTapped = func() { p.run(r.ID) }
	row.Set(item, mark, item.Disabled, keys, r.ID == p.list.Current())
}

// Height implements [widgets.RowSource].
func (p *Palette) Height(widgets.Row, float32) float32 { return RowHeight() }
