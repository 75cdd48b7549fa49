package gallery

import (
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// header is the top row: the search box with what it finds, how things are shown, and how large.
type header struct {
	g      *Gallery
	search *widgets.Entry
	count  *widgets.Text
	look   *widgets.Segmented
	zoom   *widgets.Slider
	sizes  []fyne.CanvasObject // what the size is set with
	toggle *widgets.Button
	object fyne.CanvasObject
	silent bool // the box is being written by the program
}

// The looks of the wall, as the switch shows them.
const (
	lookRows = iota
	lookList
)

func newHeader(g *Gallery) *header {
	h := &header{g: g}
	h.search = widgets.NewSearchEntry(lang.L("Search prompts, tags, models, seeds"))
	h.search.OnChanged = h.typed
	h.search.OnEscape = h.escape
	h.search.OnKey = h.key
	h.search.OnFocus = func(on bool) {
		switch {
		case !on:
			if !g.suggest.menu.Hovered() {
				g.suggest.menu.Hide() // a click into it arrives after the box lost the keyboard
			}
			g.before.add(h.search.Text)
		case h.search.Text == "":
			g.suggest.show("", nil)
		}
	}
	h.count = widgets.NewText("", resources.SizeSM, resources.Text2, false)
	h.search.ActionItem = widgets.NewInset(0, 10, 0, 8, h.count)
	h.look = widgets.NewSegmented([]string{lang.X("of pictures", "Rows"), lang.X("noun", "List")}, func(i int) {
		g.remember(func(s *State) { s.List = i == lookList })
	})
	h.zoom = widgets.NewSlider(widgets.TileHeightMin, widgets.TileHeightMax)
	h.zoom.Step = 2
	h.zoom.Value = widgets.TileHeight
	h.zoom.OnChanged = func(v float64) { g.rows.SetTargetHeight(float32(v)) }
	h.zoom.OnChangeEnded = func(v float64) { g.remember(func(s *State) { s.RowHeight = float32(v) }) }
	h.toggle = widgets.NewIconButton(resources.IconInfo(), lang.L("Details"), nil)
	h.sizes = []fyne.CanvasObject{widgets.NewIcon(resources.IconPicture(), 14, resources.Text3), widgets.NewFixed(72, 0, h.zoom)}
	h.object = widgets.NewScreenHeader(lang.L("Gallery"), []fyne.CanvasObject{h.search}, []fyne.CanvasObject{
		h.look, h.sizes[0], h.sizes[1], h.toggle,
	})
	return h
}

// typed asks for what stands in the box now.
func (h *header) typed(text string) {
	if h.silent {
		return
	}
	q := h.g.question()
	q.text = text
	h.g.ask(q)
	h.g.suggest.ask(text)
}

// write puts a query into the box that another control made.
func (h *header) write(text string) {
	if h.search.Text == text {
		return
	}
	h.silent = true
	h.search.SetText(text)
	h.search.CursorColumn = len([]rune(text))
	h.search.Refresh()
	h.silent = false
}

// begin writes a key at the end of the box, where its value is typed next, and offers values.
func (h *header) begin(key string) {
	text := strings.TrimSpace(h.g.question().query().WithoutKey(key).String())
	if text != "" {
		text += " "
	}
	focus(h.search)
	h.search.SetText(text + key + ":")
	h.search.CursorColumn = len([]rune(h.search.Text))
	h.search.Refresh()
}

func (h *header) escape() {
	switch {
	case h.g.suggest.menu.Shown():
		h.g.suggest.menu.Hide()
	case h.search.Text == "":
		h.g.Focus()
	default:
		h.search.SetText("")
	}
}

func (h *header) key(e *fyne.KeyEvent) bool {
	if h.g.suggest.key(e) {
		return true
	}
	switch e.Name {
	case fyne.KeyDown, fyne.KeyReturn, fyne.KeyEnter:
		h.g.suggest.menu.Hide()
		h.g.Focus()
		return true
	}
	return false
}

// showState shows how things are shown.
func (h *header) showState() {
	s := h.g.memory.state
	h.look.SetSelected(lookRows)
	if s.List {
		h.look.SetSelected(lookList)
	}
	for _, o := range h.sizes {
		widgets.Show(o, !s.List)
	}
	h.object.Refresh()
	if h.zoom.Value != float64(s.RowHeight) {
		h.zoom.SetValue(float64(s.RowHeight))
	}
}

// showCount says how many there are.
func (h *header) showCount(m *model) {
	h.count.SetText(countWords(m))
	h.search.Refresh()
}

// showLoading says that what is looked for has to wait until the library is read, soon after the start.
func (h *header) showLoading() {
	h.count.SetText(lang.L("Loading…"))
	h.search.Refresh()
}

// countWords says how many there are: "3,284 items", or "412 of 3,284".
func countWords(m *model) string {
	switch {
	case m.early:
		return ""
	case m.asked.inTrash():
		return lang.L("%s of %s", lang.Number(len(m.rows)), lang.Number(m.trashed))
	case m.asked.narrow():
		return lang.L("%s of %s", lang.Number(len(m.rows)), lang.Number(m.total))
	}
	return itemCount(m.total)
}

// itemCount words a number of clips and pictures.
func itemCount(n int) string { return lang.N("%s item", "%s items", n, lang.Number(n)) }

// showAsked makes box and chips say what is asked for.
func (g *Gallery) showAsked() {
	g.head.write(g.question().text)
	g.chips.show()
}

// find asks for a query that a chip made.
func (g *Gallery) find(q db.Query) {
	asked := g.question()
	asked.text = q.String()
	if _, ok := termOf(q, db.KeyAlbum); !ok && asked.order == db.AsLaidOut {
		asked.order = db.Newest
	}
	g.suggest.menu.Hide()
	g.ask(asked)
}
