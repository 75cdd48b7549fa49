package action

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/client/guard"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// The measures of the palette, in px. The list is as high as its rows, and scrolls from listHigh on.
const (
	paletteWide = 600
	listHigh    = 380

	aroundList = 216 // what a window keeps for the rest of the palette
	paletteGap = 8
)

// Palette is the open command palette. Its methods belong to the window's goroutine.
type Palette struct {
	sheet  *kit.Sheet
	search *kit.Entry
	list   *kit.List
	empty  *kit.Text

	items  []Action
	recent []string
	onRun  func(id string)
	found  []int // places in items, of the rows
}

// ShowPalette opens the command palette over a window. recent holds the IDs of the last used actions, newest first.
// onRun receives the ID of the chosen action, just before it runs.
func ShowPalette(c fyne.Canvas, items []Action, recent []string, onRun func(id string)) *Palette {
	p := &Palette{items: items, recent: recent, onRun: onRun}
	p.search = kit.NewSearchEntry(lang.L("What do you want to do?"))
	p.search.OnChanged = p.find
	p.search.OnKey = p.key
	p.list = kit.NewList(func() int { return len(p.found) }, func() fyne.CanvasObject { return NewRow() }, p.bind)
	p.list.SetName(kit.NewText(p.search.PlaceHolder, resources.SizeSM, resources.Text2, false))
	p.list.OnTapped, p.list.OnOpen = p.run, p.run
	p.empty = kit.NewText("", resources.SizeBody, resources.Text2, false).Wrap(true)
	p.empty.Hide()
	foot := kit.NewText(lang.L("Arrow keys to choose, Enter to run, Esc to close. Parts of words and initials are enough."),
		resources.SizeSM, resources.Text3, false).Wrap(true)
	list := kit.NewFixed(0, min(listHigh, c.Size().Height-aroundList), p.list)
	p.sheet = kit.ShowWideSheet(c, paletteWide, kit.NewColumn(paletteGap, p.search, p.empty, list, foot), nil)
	p.find("")
	c.Focus(p.search)
	return p
}

// Shown reports whether the palette is open.
func (p *Palette) Shown() bool { return p.sheet.Shown() }

// find lists what fits.
func (p *Palette) find(query string) {
	p.found = Rank(p.items, p.recent, query)
	p.empty.SetText(lang.L("No matching command. Try a single word, such as “prompt”."))
	kit.Show(p.empty, len(p.found) == 0)
	p.list.Update()
	p.list.Choose(0)
}

// key passes the list's keys to the list while the search field has the focus.
func (p *Palette) key(e *fyne.KeyEvent) bool {
	switch e.Name {
	case fyne.KeyDown, fyne.KeyUp, fyne.KeyPageDown, fyne.KeyPageUp, fyne.KeyReturn, fyne.KeyEnter:
		p.list.TypedKey(e)
		return true
	}
	return false
}

// run closes the palette and runs an action. For a disabled one the palette stays open, with its reason.
func (p *Palette) run(i int) {
	item := p.items[p.found[i]]
	if !item.Can() {
		return
	}
	p.sheet.Hide()
	p.onRun(item.ID)
	_ = guard.Run(guard.Window, item.Do)
}

func (p *Palette) bind(i int, cell fyne.CanvasObject) {
	item := p.items[p.found[i]]
	mark, keys := "", item.KeyWords()
	if item.On {
		mark = lang.X("state", "on")
	}
	if item.Disabled != "" {
		keys = ""
	}
	cell.(*Row).Set(item, mark, item.Disabled, keys)
}

// The scores of how well a part of the query matches, best first. The gaps between them leave room for the position in
// the name.
const (
	fitsName     = 500 // the name begins with it
	fitsWord     = 400 // one of its words begins with it
	fitsInitials = 300 // it is the first letters of consecutive words: "gtp" is Go to the prompt
	fitsInside   = 200 // the name contains it
	fitsGroup    = 150 // the group begins with it
	fitsSparse   = 50  // it contains its letters in this order
)

// Rank returns the indexes of the items that match a query, best first. An empty query matches all. Every word of the
// query must match the name or the group. Items that match equally well are ordered by recent, and then as in items.
// Actions that cannot be done now come after those that can.
func Rank(items []Action, recent []string, query string) []int {
	parts := strings.Fields(strings.ToLower(query))
	type hit struct{ at, score, since int }
	hits := make([]hit, 0, len(items))
	for i, item := range items {
		if score, ok := fits(item, parts); ok {
			since := slices.Index(recent, item.ID)
			if since < 0 {
				since = len(recent)
			}
			hits = append(hits, hit{i, score, since})
		}
	}
	off := func(h hit) int {
		if items[h.at].Disabled != "" {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(off(a), off(b)), cmp.Compare(b.score, a.score), cmp.Compare(a.since, b.since))
	})
	out := make([]int, len(hits))
	for i, h := range hits {
		out[i] = h.at
	}
	return out
}

// fits adds up how well all parts fit an item; a part that does not fit at all rules it out.
func fits(item Action, parts []string) (score int, ok bool) {
	name, group := strings.ToLower(item.Label), strings.ToLower(item.Group)
	for _, part := range parts {
		s := fit(name, group, part)
		if s == 0 {
			return 0, false
		}
		score += s
	}
	return score, true
}

// fit returns the score of one part of the query, 0 if it does not match.
func fit(name, group, part string) int {
	if strings.HasPrefix(name, part) {
		return fitsName
	}
	starts := initials(name)
	for i, at := range starts {
		if strings.HasPrefix(name[at:], part) {
			return fitsWord - min(i, 20)
		}
	}
	if ofInitials(name, starts, part) {
		return fitsInitials
	}
	if at := strings.Index(name, part); at >= 0 {
		return fitsInside - min(at, 40)
	}
	for _, at := range initials(group) {
		if strings.HasPrefix(group[at:], part) {
			return fitsGroup
		}
	}
	if spread, ok := inOrder(name, part); ok && utf8.RuneCountInString(part) > 1 {
		return fitsSparse - min(spread, fitsSparse-1)
	}
	return 0
}

// initials returns the byte offsets in s at which words begin.
func initials(s string) (at []int) {
	inside := false
	for i, r := range s {
		letter := unicode.IsLetter(r) || unicode.IsDigit(r)
		if letter && !inside {
			at = append(at, i)
		}
		inside = letter
	}
	return at
}

// ofInitials reports whether part consists of the first letters of consecutive words. Small words may be skipped.
func ofInitials(name string, starts []int, part string) bool {
	if utf8.RuneCountInString(part) < 2 {
		return false
	}
	rest := part
	for _, at := range starts {
		if first, _ := utf8.DecodeRuneInString(name[at:]); rest != "" && strings.HasPrefix(rest, string(first)) {
			rest = rest[utf8.RuneLen(first):]
		}
	}
	return rest == ""
}

// inOrder reports whether name contains the letters of a part in their order. spread is the distance in bytes from the
// first to the last.
func inOrder(name, part string) (spread int, ok bool) {
	at := 0
	first := -1
	for _, r := range part {
		i := strings.IndexRune(name[at:], r)
		if i < 0 {
			return 0, false
		}
		if first < 0 {
			first = i
		}
		// an invalid byte is shorter than RuneLen of its replacement character
		at = min(at+i+utf8.RuneLen(r), len(name))
	}
	return at - max(first, 0), true
}

// Row is one line of a list of actions: its name and group, and at the right its keys.
type Row struct {
	widget.BaseWidget
	kit.TextRole
	word, group *kit.Text
	aside       *kit.Text
	mark, keys  *kit.Tag
	content     fyne.CanvasObject
}

// rowLeast is the height of a Row with text at 100 %, px.
const rowLeast = 32

// NewRow makes an empty row.
func NewRow() *Row {
	line := fyne.MeasureText("X", theme.Size(resources.SizeBody), fyne.TextStyle{}).Height
	high := max(rowLeast, float32(math.Ceil(float64(line)))+12) // a part of a pixel would leave a hairline between rows
	r := &Row{}
	r.word = kit.NewText("", resources.SizeBody, resources.Text1, false)
	r.group = kit.NewText("", resources.SizeSM, resources.Text2, false)
	r.aside = kit.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis()
	r.keys = kit.NewTag(kit.ToneNeutral, nil, "")
	r.mark = kit.NewTag(kit.ToneAccent, resources.IconCheck, "")
	r.content = kit.NewFixed(0, high, kit.NewInset(0, 10, 0, 10,
		kit.NewRow(10, r.word, r.group, r.mark, kit.NewSpring(), r.aside, r.keys)))
	r.ExtendBaseWidget(r)
	return r
}

// Set fills the row. mark is a short tag such as "on". aside is a sentence before the keys with the reason why it
// cannot be chosen. Each may be "".
func (r *Row) Set(a Action, mark, aside, keys string) {
	r.word.SetText(a.Label)
	color := resources.Text1
	if aside != "" {
		color = resources.Text2
	}
	r.word.SetColor(color)
	r.group.SetText(a.Group)
	r.aside.SetText(aside)
	r.keys.Set(kit.ToneNeutral, nil, keys)
	r.mark.Set(kit.ToneAccent, resources.IconCheck, mark)
	r.aside.Hidden, r.keys.Hidden, r.mark.Hidden = aside == "", keys == "", mark == ""
	r.content.Refresh()
}

func (r *Row) AccessibilityLabel() string { return r.word.Text() }

func (r *Row) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(r.content) }
