package gallery

import (
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db/search"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// header is the top row: the search box with what it finds, how things are shown, and how large.
type header struct {
	g      *Gallery
	search *kit.Entry
	count  *kit.Text
	look   *kit.Segmented
	zoom   *kit.Slider
	sizes  []fyne.CanvasObject // what the size is set with
	toggle *kit.Button
	object fyne.CanvasObject
	silent bool // the box is being written by the program
}

// The looks of the wall, as the switch shows them.
const (
	lookRows = iota
	lookList
)

// wheelStep is how much higher or lower rows get by one step of the wheel, px.
const wheelStep = 16.0

func newHeader(g *Gallery) *header {
	h := &header{g: g}
	h.search = kit.NewSearchEntry(lang.L("Search prompts, tags, models, seeds"))
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
	h.count = kit.NewText("", resources.SizeSM, resources.Text2, false)
	h.search.ActionItem = kit.NewInset(0, 10, 0, 8, h.count)
	h.look = kit.NewSegmented([]string{lang.X("of pictures", "Rows"), lang.X("noun", "List")}, func(i int) {
		g.remember(func(s *State) { s.List = i == lookList })
	})
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
	h.object = kit.NewScreenHeader(lang.L("Gallery"), []fyne.CanvasObject{h.search}, []fyne.CanvasObject{
		h.look, h.sizes[0], h.sizes[1], h.toggle,
	})
	return h
}

func (h *header) typed(text string) {
	if h.silent {
		return
	}
	q := h.g.asked
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
	text := strings.TrimSpace(h.g.query().WithoutKey(key).String())
	if text != "" {
		text += " "
	}
	h.g.focus(h.search)
	h.search.SetText(text + key + ":")
	h.search.CursorColumn = len([]rune(h.search.Text))
	h.search.Refresh()
}

func (h *header) escape() {
	switch {
	case h.g.suggest.menu.Shown():
		h.g.suggest.menu.Hide()
	case h.g.choosing != nil:
		h.g.cancelChoosing()
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

func (h *header) showState() {
	s := h.g.state
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
	g.head.write(g.asked.text)
	g.chips.show()
}

// find asks for a query that a chip made.
func (g *Gallery) find(q search.Query) {
	asked := g.asked
	asked.text = q.String()
	if _, ok := termOf(q, search.KeyAlbum); !ok && asked.order == search.AsLaidOut {
		asked.order = search.Newest
	}
	g.suggest.menu.Hide()
	g.ask(asked)
}

// starOn is the term of what has a star.
func starOn() search.Term { return search.Term{Key: search.KeyStar, Text: "on"} }

// inTheTrash is the term of what was thrown away.
func inTheTrash() search.Term { return search.Term{Key: search.KeyStatus, Text: "trashed"} }

// queryKey is what the gallery says of a key of the query.
type queryKey struct {
	about string        // what it asks for
	icon  fyne.Resource // nil: the words of its terms say it
}

func aboutKey(key string) queryKey {
	k, ok := map[string]queryKey{
		"":                {lang.L("word of a prompt"), nil},
		search.KeyKind:    {lang.L("clips or pictures"), nil},
		search.KeyModel:   {lang.L("its model"), nil},
		search.KeyDate:    {lang.L("when it was made"), nil},
		search.KeySize:    {lang.L("pixels of the shorter side"), nil},
		search.KeyRatio:   {lang.L("shape of the picture"), nil},
		search.KeySeconds: {lang.L("length of a clip"), nil},
		search.KeySound:   {lang.L("with or without sound"), resources.IconSound},
		search.KeyTag:     {lang.L("one of its tags"), resources.IconTag},
		search.KeyAlbum:   {lang.L("an album"), resources.IconFolder},
		search.KeyStar:    {lang.L("starred or not"), resources.IconStar},
		search.KeySeed:    {lang.L("its seed"), nil},
		search.KeyProfile: {lang.L("paid by profile"), nil},
		search.KeyStatus:  {lang.L("made here, imported, in the trash"), resources.IconBox},
		search.KeyCost:    {lang.L("what it cost"), resources.IconCoin},
		search.KeyLink:    {lang.L("link still valid"), resources.IconLink},
	}[key]
	if !ok {
		k.about = key
	}
	return k
}

// hasTerm reports whether a query holds a term.
func hasTerm(q search.Query, t search.Term) bool { return slices.Contains(q.Terms, t) }

// termOf gives the last term of a key that a query holds, which is the one that counts.
func termOf(q search.Query, key string) (search.Term, bool) {
	for _, t := range slices.Backward(q.Terms) {
		if t.Key == key {
			return t, true
		}
	}
	return search.Term{}, false
}

// termWords says a term as a chip does: "Clips", "Since 1 Nov", "Not: draft".
func termWords(t search.Term, now time.Time) string {
	words := plainWords(t, now)
	if t.Not {
		return lang.X("left out of a search", "Not: %s", words)
	}
	return words
}

// unusableWords says that a term says nothing that can be.
func unusableWords(t search.Term) string {
	switch t.Key {
	case search.KeyAlbum:
		return lang.L("%s: no such album", t)
	case search.KeyProfile:
		return lang.L("%s: no such profile", t)
	}
	return lang.L("%s: unknown value", t)
}

func plainWords(t search.Term, now time.Time) string {
	value := strings.ToLower(t.Text)
	switch t.Key {
	case search.KeyKind:
		if value == "picture" || value == "pictures" || value == "image" {
			return lang.L("Pictures")
		}
		return lang.L("Clips")
	case search.KeyModel, search.KeyTag, search.KeyAlbum, search.KeyProfile, search.KeySize, "":
		return t.Text
	case search.KeyDate:
		return dateWords(value, now)
	case search.KeyStar:
		if value == "off" || value == "no" {
			return lang.L("Not starred")
		}
		return lang.L("Starred")
	case search.KeySound:
		if value == "off" {
			return lang.L("Without sound")
		}
		return lang.L("With sound")
	case search.KeySeed:
		return lang.L("Seed %s", t.Text)
	case search.KeySeconds:
		return secondsWords(t.Text)
	case search.KeyCost:
		return costWords(t.Text)
	case search.KeyLink:
		return lang.L("Link still valid")
	case search.KeyStatus:
		switch value {
		case "trashed", "trash":
			return lang.L("In the trash")
		case "imported":
			return lang.L("Imported")
		case "saved":
			return lang.L("Made here")
		}
		return lang.L("Without tags")
	}
	return ratioWords(value)
}

// ratioWords says a shape.
func ratioWords(value string) string {
	switch value {
	case string(search.Landscape):
		return lang.X("shape", "Landscape")
	case string(search.Portrait):
		return lang.X("shape", "Portrait")
	case "square":
		return lang.X("shape", "Square")
	}
	return value
}

// secondsWords says a length or a range of them: "5 to 10 s", "From 10 s".
func secondsWords(value string) string {
	low, high, ranged := strings.Cut(value, "..")
	switch {
	case !ranged:
		return value + " s"
	case high == "":
		return lang.L("From %s s", low)
	case low == "":
		return lang.L("Up to %s s", high)
	}
	return lang.L("%s to %s s", low, high)
}

// costWords says a cost or a range of them.
func costWords(value string) string {
	low, high, ranged := strings.Cut(value, "..")
	switch {
	case !ranged:
		return lang.L("Cost %s", value)
	case high == "":
		return lang.L("Cost from %s", low)
	case low == "":
		return lang.L("Cost up to %s", high)
	}
	return lang.L("Cost %s to %s", low, high)
}

// dateWords says a date or a range of dates: "Since 1 Nov", "October 2026".
func dateWords(value string, now time.Time) string {
	low, high, ranged := strings.Cut(value, "..")
	one := func(s string) string {
		switch s {
		case "today":
			return lang.L("Today")
		case "yesterday":
			return lang.L("Yesterday")
		}
		if t, err := time.ParseInLocation("2006-01-02", s, now.Location()); err == nil {
			if t.Year() == now.Year() {
				return lang.DayOfYear(t)
			}
			return lang.Day(t)
		}
		if t, err := time.ParseInLocation("2006-01", s, now.Location()); err == nil {
			return lang.MonthOfYearLong(t)
		}
		return s
	}
	switch {
	case !ranged:
		return one(value)
	case high == "":
		return lang.L("Since %s", one(low))
	case low == "":
		return lang.L("Until %s", one(high))
	}
	return lang.L("%s to %s", one(low), one(high))
}
