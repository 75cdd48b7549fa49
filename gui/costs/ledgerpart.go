package costs

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
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
	list    *entryList
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
	word := widgets.NewInset(0, 4, 0, 0, widgets.NewText("Ledger", resources.SizeH2, resources.Text1, true))
	l.head = widgets.NewRow(6, word)
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
	l.head.Add(widgets.NewSpring())
	l.search = widgets.NewSearchEntry("Search")
	l.search.OnChanged = func(text string) { s.search(text) }
	l.search.OnEscape = func() { l.search.SetText("") }
	l.search.OnKey = func(e *fyne.KeyEvent) bool {
		if e.Name == fyne.KeyDown {
			s.FocusLedger()
			return true
		}
		return false
	}
	l.narrow = widgets.NewIconButton(resources.IconFilter(), "Filter…", s.ShowFilter)
	l.narrow.SetKind(widgets.Quiet)
	right := widgets.NewRow(4, widgets.NewFixed(150, 0, l.search), l.narrow)
	l.title = &fyne.Container{Layout: ledgerHead{word}, Objects: []fyne.CanvasObject{l.head, right}}

	l.list = newEntryList(func() int { return len(s.shown.rows) }, func() fyne.CanvasObject { return newRowView() }, l.bind)
	l.list.onChosen = l.chosen
	l.list.onOpen = func(i int) { s.openRow(i) }
	l.list.onKey = l.key
	l.empty = container.NewStack()
	l.sums = widgets.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis()
	l.details = widgets.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis()
	l.foot = widgets.NewRow(12, l.sums, widgets.NewSpring(), l.details)
	for i, word := range []string{"Show the job", "Show what it made", "All its entries"} {
		l.actions[i] = widgets.NewLink(word, func() { s.follow(i, l.list.at) })
		l.actions[i].Hide()
		l.foot.Add(l.actions[i])
	}
	l.object = widgets.NewFrame(widgets.NewColumn(0, widgets.NewRule(), widgets.NewInset(6, 12, 6, 16, l.title), newHead()),
		nil, nil, widgets.NewFrame(nil, nil, nil, container.NewStack(widgets.NewDenseList(l.list), l.empty)))
	l.object = newFooted(l.object, container.NewStack(widgets.NewGround(resources.BgPanel), widgets.NewInset(0, 16, 0, 16, l.foot)))
	return l
}

func (l *ledger) bind(i int, o fyne.CanvasObject) {
	rows := l.s.shown.rows
	if i >= len(rows) {
		return
	}
	o.(*rowView).set(rows[i])
	if i >= len(rows)-page/3 && l.s.shown.more {
		l.s.readMore()
	}
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
	show(l.actions[0], r.job != 0 && l.s.deps.OnJob != nil)
	show(l.actions[1], r.asset != 0 && l.s.deps.OnAsset != nil)
	show(l.actions[2], r.job != 0 && l.s.asked.get().filter.job == 0)
	lay(l.foot)
}

// key takes J, F and E for the chosen entry: to its job, to its file, all entries of its job.
func (l *ledger) key(e *fyne.KeyEvent) bool {
	for i, k := range [...]fyne.KeyName{fyne.KeyJ, fyne.KeyF, fyne.KeyE} {
		if e.Name == k && l.actions[i].Visible() {
			l.s.follow(i, l.list.at)
			return true
		}
	}
	return false
}

// set shows an answer. at is the row that is chosen by then, -1 for none.
func (l *ledger) set(a answer, at int) {
	q := l.s.asked.get()
	for _, k := range kindChoices() {
		chip := l.chips[k.kind]
		words := k.word
		if n := a.counts[k.kind]; n > 0 {
			words += " " + number(n)
		}
		chip.SetText(words)
		chip.SetOn(q.filter.kind == k.kind)
		show(chip, k.kind != db.Void || a.counts[k.kind] > 0 || q.filter.kind == k.kind)
	}
	show(l.bar, q.filter.bar != nil)
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
	l.list.at = at
	l.list.Refresh()
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
		return widgets.NewEmpty(resources.IconFilter(), "No entry is like that", "There are entries in "+a.question.period.words()+" only without this filter, if at all.",
			widgets.NewButton("Clear the filter", nil, widgets.Plain, l.s.ClearFilter))
	}
	text := "Each job writes its reserve, its charge or its refund here, and nothing is ever edited or removed."
	if a.profile.Sandbox {
		text += " In the sandbox all of it is free."
	}
	return widgets.NewEmpty(resources.IconCosts(), "No entries in "+a.question.period.words(), text, nil)
}

// listedWords say what the listed entries add up to, each currency for itself.
func listedWords(a answer, q question) string {
	if q != a.question {
		return "Reading"
	}
	n := 0
	for _, s := range a.listed {
		n += s.Entries
	}
	words := wording.Count(n, "entry", "entries")
	for _, s := range a.listed {
		m := purse{s.Currency, a.profile.Sandbox}
		if s.Charged != 0 || s.Jobs > 0 {
			words += " · " + m.word(s.Charged) + " charged"
		}
		if s.Reserved != 0 {
			words += " · " + m.word(s.Reserved) + " reserved"
		}
		if s.AtRisk != 0 {
			words += " · up to " + m.word(s.AtRisk) + " unconfirmed"
		}
		if s.Refunded != 0 {
			words += " · " + m.word(s.Refunded) + " refunded"
		}
	}
	if n > 0 {
		words += " · nothing is ever edited or removed"
	}
	return words
}

// number writes a count with its groups of three digits.
func number(n int) string { return wording.Count(n, "", "")[:len(wording.Count(n, "", ""))-1] }

// ledgerHead gives the chips what the search leaves of the width. Where that is too little, the word before them goes.
type ledgerHead struct{ word fyne.CanvasObject }

func (ledgerHead) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(o[1].MinSize().Width+200, max(o[0].MinSize().Height, o[1].MinSize().Height))
}

func (l ledgerHead) Layout(o []fyne.CanvasObject, s fyne.Size) {
	w := o[1].MinSize().Width
	l.word.Show()
	show(l.word, o[0].MinSize().Width <= s.Width-w-8)
	o[0].Move(fyne.NewPos(0, 0))
	o[0].Resize(fyne.NewSize(max(s.Width-w-8, 0), s.Height))
	o[1].Move(fyne.NewPos(s.Width-w, 0))
	o[1].Resize(fyne.NewSize(w, s.Height))
}

// footHeight is the height of the line under the list, px.
const footHeight = 30

// newFooted puts a line under something that takes the rest of the height.
func newFooted(body, foot fyne.CanvasObject) fyne.CanvasObject {
	return &fyne.Container{Layout: footed{}, Objects: []fyne.CanvasObject{body, foot}}
}

type footed struct{}

func (footed) MinSize(o []fyne.CanvasObject) fyne.Size {
	return o[0].MinSize().AddWidthHeight(0, footHeight)
}

func (footed) Layout(o []fyne.CanvasObject, s fyne.Size) {
	o[0].Move(fyne.NewPos(0, 0))
	o[0].Resize(fyne.NewSize(s.Width, max(s.Height-footHeight, 0)))
	o[1].Move(fyne.NewPos(0, s.Height-footHeight))
	o[1].Resize(fyne.NewSize(s.Width, footHeight))
}
