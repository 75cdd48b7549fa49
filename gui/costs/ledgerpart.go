package costs

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/gui/keymap"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// ledger is the list of entries with its chips above and what it adds up to below.
type ledger struct {
	s       *Screen
	chips   map[db.EntryKind]*widgets.Chip
	bar     *widgets.Chip // the part of the period that is listed; hidden while all of it is
	search  *widgets.Entry
	narrow  *widgets.Button
	list    *widgets.List
	empty   *fyne.Container
	sums    *widgets.Text
	details *widgets.Text
	actions [3]*widgets.Link // job, what it made, its entries
	title   *fyne.Container  // chips and search
	head    *fyne.Container  // the chips
	foot    *fyne.Container
	object  fyne.CanvasObject
}

func newLedger(s *Screen) *ledger {
	l := &ledger{s: s, chips: map[db.EntryKind]*widgets.Chip{}}
	word := widgets.NewFixed(0, 28, widgets.NewInset(0, 4, 0, 0, widgets.NewText(lang.L("Ledger"), resources.SizeH2, resources.Text1, true))) // as high as a chip
	l.head = widgets.NewFlow(chipGap, word)
	for _, k := range kindChoices() {
		chip := widgets.NewChip(k.word, func() { s.filter(func(f *filter) { f.kind = k.kind }) })
		l.chips[k.kind] = chip
		l.head.Add(chip)
	}
	l.bar = widgets.NewChip("", func() { s.filter(func(f *filter) { f.bar = nil }) })
	l.bar.OnClear = func() { s.filter(func(f *filter) { f.bar = nil }) }
	l.bar.SetOn(true)
	l.bar.Hide()
	l.head.Add(l.bar)
	l.search = widgets.NewSearchEntry(lang.X("verb", "Search"))
	l.search.OnChanged = func(text string) { s.search(text) }
	l.search.OnEscape = func() { l.search.SetText("") }
	l.search.OnKey = func(e *fyne.KeyEvent) bool {
		if e.Name == fyne.KeyDown {
			s.FocusLedger()
			return true
		}
		return false
	}
	l.narrow = widgets.NewIconButton(resources.IconFilter(), lang.L("Filter…"), s.ShowFilter)
	l.narrow.SetKind(widgets.Quiet)
	right := widgets.NewRow(4, widgets.NewFixed(150, 0, l.search), l.narrow)
	l.title = &fyne.Container{Layout: &ledgerHead{word: word}, Objects: []fyne.CanvasObject{l.head, right}}

	entries := newTableOf(ledgerColumns(), 30, rowHeight, func() int { return len(s.shown.rows) }, l.row)
	l.list = entries.list
	l.list.OnChosen = l.chosen
	l.list.OnOpen = func(i int) { s.openRow(i) }
	l.list.OnKey = l.key
	l.empty = container.NewStack()
	entries.body.Add(l.empty)
	l.sums = widgets.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis()
	l.details = widgets.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis()
	l.foot = widgets.NewRow(12, l.sums, widgets.NewSpring(), l.details)
	for i, word := range []string{lang.L("Show the job"), lang.L("Show what it made"), lang.L("All its entries")} {
		l.actions[i] = widgets.NewLink(word, func() { s.follow(i, l.list.At()) })
		l.actions[i].Hide()
		l.foot.Add(l.actions[i])
	}
	l.object = widgets.NewFrame(widgets.NewColumn(0, widgets.NewRule(), widgets.NewInset(6, 12, 6, 16, l.title)),
		nil, nil, entries.object)
	l.object = newFooted(l.object, container.NewStack(widgets.NewGround(resources.BgPanel), widgets.NewInset(0, 16, 0, 16, l.foot)))
	return l
}

// row returns an entry, and has the next page read where it is near the end.
func (l *ledger) row(i int) []cell {
	if i >= len(l.s.shown.rows)-page/3 && l.s.shown.more {
		l.s.readMore()
	}
	return l.s.shown.rows[i].cells()
}

// chosen shows what can be done with the chosen entry.
func (l *ledger) chosen(i int) {
	words := ""
	var r row
	if i >= 0 && i < len(l.s.shown.rows) {
		r = l.s.shown.rows[i]
		words = r.exact
	}
	l.details.SetText(words)
	widgets.Show(l.actions[0], r.job != 0)
	widgets.Show(l.actions[1], r.asset != 0)
	widgets.Show(l.actions[2], r.job != 0 && l.s.asked.get().filter.job == 0)
	lay(l.foot)
}

// key takes the keys that follow the chosen entry.
func (l *ledger) key(e *fyne.KeyEvent) bool {
	a, _ := l.s.deps.Keys().Find(ledgerActions(), keymap.Pressed(e))
	i := slices.Index(followIDs[:], a.ID)
	if i < 0 || !l.actions[i].Visible() {
		return false
	}
	l.s.follow(i, l.list.At())
	return true
}

// set shows an answer. at is the row that is chosen by then, -1 for none.
func (l *ledger) set(a answer, at int) {
	q := l.s.asked.get()
	for _, k := range kindChoices() {
		chip := l.chips[k.kind]
		words := k.word
		if n := a.counts[k.kind]; n > 0 {
			words += " " + lang.Number(n)
		}
		chip.SetText(words)
		chip.SetOn(q.filter.kind == k.kind)
		widgets.Show(chip, k.kind != db.Void || a.counts[k.kind] > 0 || q.filter.kind == k.kind)
	}
	widgets.Show(l.bar, q.filter.bar != nil)
	if b := q.filter.bar; b != nil {
		l.bar.SetText(b.words())
	}
	lay(l.title)
	lay(l.head)
	l.narrow.SetOn(q.filter.narrowed())
	if l.search.Text != q.filter.text && !l.s.focused(l.search) {
		l.s.quietly(func() { l.search.SetText(q.filter.text) })
	}
	l.sums.SetText(listedWords(a, q))
	l.list.SetAt(at)
	l.list.Update()
	l.chosen(at)
	l.empty.Objects = nil
	if len(a.rows) == 0 && a.ready && a.err == nil {
		l.empty.Objects = []fyne.CanvasObject{l.nothing(a)}
	}
	l.empty.Refresh()
}

// nothing says why the list is empty.
func (l *ledger) nothing(a answer) fyne.CanvasObject {
	f := a.question.filter
	if f.narrowed() || f.kind != "" || f.bar != nil {
		return widgets.NewEmpty(resources.IconFilter(), lang.L("No entry is like that"), lang.L("There are entries in %s only without this filter, if at all.", a.question.period.words()),
			widgets.NewButton(lang.L("Clear the filter"), nil, widgets.Plain, l.s.ClearFilter))
	}
	text := lang.L("Each job writes its reserve, its charge or its refund here, and nothing is ever edited or removed.")
	if a.profile.Sandbox {
		text += " " + lang.L("In the sandbox all of it is free.")
	}
	return widgets.NewEmpty(resources.IconCosts(), lang.L("No entries in %s", a.question.period.words()), text, nil)
}

// listedWords say what the listed entries add up to, each currency for itself.
func listedWords(a answer, q question) string {
	if q != a.question {
		return lang.L("Reading")
	}
	n := 0
	for _, s := range a.listed {
		n += s.Entries
	}
	facts := []string{lang.N("%s entry", "%s entries", n, lang.Number(n))}
	for _, s := range a.listed {
		m := wording.MoneyFormat{Currency: s.Currency, Sandbox: a.profile.Sandbox}
		if s.Charged != 0 || s.Jobs > 0 {
			facts = append(facts, lang.L("%s charged", m.Alone(s.Charged)))
		}
		if s.Reserved != 0 {
			facts = append(facts, lang.L("%s reserved", m.Alone(s.Reserved)))
		}
		if s.AtRisk != 0 {
			facts = append(facts, lang.L("up to %s unconfirmed", m.Alone(s.AtRisk)))
		}
		if s.Refunded != 0 {
			facts = append(facts, lang.L("%s refunded", m.Alone(s.Refunded)))
		}
	}
	if n > 0 {
		facts = append(facts, lang.L("nothing is ever edited or removed"))
	}
	return strings.Join(facts, " · ")
}

// ledgerHead gives the chips what the search leaves of the width. Where that is too little, the word before them goes, and then
// they take a second line.
type ledgerHead struct {
	word  fyne.CanvasObject
	width float32 // as last laid out, px; 0: not yet
}

// chipGap is the room between the chips, px.
const chipGap = 6

// room is what is left for the chips of a width, px. The word is shown where it has a place in it.
func (l *ledgerHead) room(o []fyne.CanvasObject, width float32) float32 {
	room := max(width-o[1].MinSize().Width-8, 0)
	need := -float32(chipGap)
	for _, x := range o[0].(*fyne.Container).Objects {
		if x.Visible() || x == l.word {
			need += x.MinSize().Width + chipGap
		}
	}
	widgets.Show(l.word, need <= room)
	return room
}

func (l *ledgerHead) MinSize(o []fyne.CanvasObject) fyne.Size {
	least := o[1].MinSize().Width + 200
	return fyne.NewSize(least, l.HeightFor(o, max(l.width, least)))
}

// HeightFor returns the height in a width, px.
func (l *ledgerHead) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	return max(widgets.HeightFor(o[0], l.room(o, width)), o[1].MinSize().Height)
}

func (l *ledgerHead) Layout(o []fyne.CanvasObject, s fyne.Size) {
	l.width = s.Width
	room, right := l.room(o, s.Width), o[1].MinSize()
	high := widgets.HeightFor(o[0], room)
	widgets.Place(o[0], 0, max(s.Height-high, 0)/2, room, high)
	widgets.Place(o[1], s.Width-right.Width, 0, right.Width, right.Height)
}

// footHeight is the height of the line under the list, px.
const footHeight = 30

// newFooted puts a line under something that takes the rest of the height.
func newFooted(body, foot fyne.CanvasObject) fyne.CanvasObject {
	return widgets.NewFilled(0, body, body, widgets.NewFixed(0, footHeight, foot))
}
