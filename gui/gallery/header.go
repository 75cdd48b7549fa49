package gallery

import (
	"strings"
	"viviscope/db/search"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"

	"fyne.io/fyne/v2"
)

// header is the top row: the search box with the number of results, and the controls of the layout.
type header struct {
	*wall
	suggest *suggestions
	cancel  func() // cancels a choice for another screen
	search  *kit.Entry
	count   *kit.Text
	look    *kit.Segmented
	zoom    *kit.Slider
	sizes   []fyne.CanvasObject // the controls of the row height
	toggle  *kit.Button
	brings  *kit.Button // imports files
	object  fyne.CanvasObject
	silent  bool // the program is setting the text
}

// The layouts of the wall, in the order of the switch.
const (
	lookRows = iota
	lookList
)

// lookWords returns the labels of the layouts.
func lookWords() []string { return []string{lang.X("of pictures", "Rows"), lang.X("noun", "List")} }

// wheelStep is the change of the row height for one step of the wheel, px.
const wheelStep = 16.0

func newHeader(g *wall, box *kit.Entry, suggest *suggestions, cancel func()) *header {
	h := &header{wall: g, search: box, suggest: suggest, cancel: cancel}
	h.search.OnChanged = h.typed
	h.search.OnEscape = h.escape
	h.search.OnKey = h.key
	h.search.OnFocus = func(on bool) {
		switch {
		case !on:
			if !suggest.menu.Hovered() {
				suggest.menu.Hide() // the menu gets a click only after the box lost the focus
			}
			suggest.before.add(h.search.Text)
		case h.search.Text == "":
			suggest.show("", nil)
		}
	}
	h.count = kit.NewText("", resources.SizeSM, resources.Text2, false)
	h.search.ActionItem = kit.NewInset(0, 10, 0, 8, h.count)
	h.look = kit.NewSegmented(lookWords(), g.setLook)
	h.zoom = kit.NewSlider(kit.TileHeightMin, kit.TileHeightMax)
	g.rows.SetName(kit.NewText(lang.L("Gallery"), resources.SizeSM, resources.Text2, false))
	h.zoom.SetName(kit.NewText(lang.L("Size"), resources.SizeSM, resources.Text2, false))
	h.zoom.Step = 2
	h.zoom.Value = kit.TileHeight
	h.zoom.OnChanged = func(v float64) { g.rows.SetTargetHeight(float32(v)) }
	h.zoom.OnChangeEnded = func(v float64) { g.remember(func(s *State) { s.RowHeight = float32(v) }) }
	g.rows.OnZoom = func(larger bool) {
		step := -wheelStep
		if larger {
			step = wheelStep
		}
		h.zoom.SetValue(h.zoom.Value + step)
	}
	h.toggle = kit.NewIconButton(resources.IconInfo, lang.L("Details"), nil)
	h.sizes = []fyne.CanvasObject{kit.NewIcon(resources.IconPicture, 14, resources.Text3), kit.NewFixed(120, 0, h.zoom)}
	h.brings = newImportButton(g)
	sign := kit.NewIconButton(resources.IconPlus, h.brings.Text(), nil)
	sign.OnTapped = func() { openImportMenu(g, sign) }
	h.object = kit.NewScreenHeader(lang.L("Gallery"), []fyne.CanvasObject{h.search}, []fyne.CanvasObject{
		h.brings, sign, h.look, h.sizes[0], h.sizes[1], h.toggle,
	}, kit.Swap{Words: h.brings, Sign: sign})
	return h
}

func (h *header) typed(text string) {
	if h.silent {
		return
	}
	q := h.asked
	q.text = text
	h.ask(q)
	h.suggest.ask(text)
}

// write sets the text of the search box to the query of another control. A space after a filter at the end keeps what
// is typed next apart from its value.
func (h *header) write(text string) {
	if strings.TrimSpace(h.search.Text) == strings.TrimSpace(text) {
		return
	}
	terms := search.ParseQuery(text).Terms
	if n := len(terms); n > 0 && terms[n-1].Key != "" && !endsInGap(text) {
		text += " "
	}
	h.silent = true
	h.search.SetText(text)
	h.search.CursorColumn = len([]rune(text))
	h.search.Refresh()
	h.silent = false
}

// begin adds a key at the end of the search box, so that the user can type its value, and suggests values.
func (h *header) begin(key string) {
	text := strings.TrimSpace(h.query().WithoutKey(key).String())
	if text != "" {
		text += " "
	}
	h.focus(h.search)
	h.search.SetText(text + key + ":")
	h.search.CursorColumn = len([]rune(h.search.Text))
	h.search.Refresh()
}

func (h *header) escape() {
	switch {
	case h.suggest.menu.Shown():
		h.suggest.menu.Hide()
	case h.choosing != nil:
		h.cancel()
	case h.search.Text == "":
		h.Focus()
	default:
		h.search.SetText("")
	}
}

func (h *header) key(e *fyne.KeyEvent) bool {
	if h.suggest.key(e) {
		return true
	}
	switch e.Name {
	case fyne.KeyDown, fyne.KeyReturn, fyne.KeyEnter:
		h.suggest.menu.Hide()
		h.Focus()
		return true
	}
	return false
}

func (h *header) showState() {
	s := h.state
	h.look.SetSelected(lookRows)
	if s.List {
		h.look.SetSelected(lookList)
	}
	for _, o := range h.sizes {
		kit.Show(o, !s.List)
	}
	h.object.Refresh()
	if h.zoom.Value != float64(s.RowHeight) {
		h.zoom.SetValue(float64(s.RowHeight))
	}
}

func (h *header) showCount(m *model) {
	h.count.SetText(countWords(m))
	h.search.Refresh()
}

// showLoading shows that a search soon after the start waits until the library is read.
func (h *header) showLoading() {
	h.count.SetText(lang.L("Loading…"))
	h.search.Refresh()
}
