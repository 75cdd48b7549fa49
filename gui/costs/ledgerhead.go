package costs

import (
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// ledgerHead is the line above the table: what its rows are, a chip for each kind of entry, one for the bar of the
// chart, the search and the button of the filter.
type ledgerHead struct {
	host   action.Host
	by     *kit.Picker
	kinds  map[db.EntryKind]*kit.Button
	bar    *kit.Button // hidden unless the list is narrowed to a bar
	search *kit.Entry
	narrow *kit.Button
	chips  *fyne.Container
	object *fyne.Container
}

// newLedgerHead makes the line. onFilter opens the filter, onDown moves the keyboard to the table.
func newLedgerHead(host action.Host, ask asker, onFilter, onDown func()) *ledgerHead {
	h := &ledgerHead{host: host, kinds: map[db.EntryKind]*kit.Button{}}
	var words []string
	for _, g := range groupings() {
		words = append(words, g.word)
	}
	h.by = kit.NewSimplePicker(words, func(i int) { ask(func(q *query) { q.by = groupings()[i].by }) })
	h.chips = kit.NewFlow(chipGap)
	for _, k := range kindChoices() {
		h.kinds[k.kind] = kit.NewChip(k.word, func() { ask(func(q *query) { q.filter.kind = k.kind }) })
		h.chips.Add(h.kinds[k.kind])
	}
	h.bar = newClearable("", func() { ask(func(q *query) { q.filter.bar = nil }) })
	h.bar.Hide()
	h.chips.Add(h.bar)
	h.search = kit.NewSearchEntry(lang.X("verb", "Search"))
	h.search.OnChanged = func(text string) { ask(func(q *query) { q.filter.text = text }) }
	h.search.OnEscape = h.clearSearch
	h.search.OnKey = func(e *fyne.KeyEvent) bool {
		if e.Name == fyne.KeyDown {
			onDown()
		}
		return e.Name == fyne.KeyDown
	}
	h.narrow = kit.NewIconButton(resources.IconFilter, lang.L("Filter…"), onFilter)
	h.narrow.SetKind(kit.Quiet)
	search := kit.NewRow(4, kit.NewFixed(150, 0, h.search), h.narrow)
	h.object = kit.NewFrame(nil, kit.NewInset(0, 8, 0, 0, kit.NewColumn(0, h.by)), nil,
		kit.NewBeside(8, 200, h.chips, search))
	return h
}

func (h *ledgerHead) clearSearch() { h.search.SetText("") }

// show shows a query, and the number of entries of each kind. What is being typed in the search stays. The chips narrow
// the ledger only.
func (h *ledgerHead) show(q query, counts map[db.EntryKind]int) {
	f := q.filter
	h.by.SetSelected(slices.IndexFunc(groupings(), func(g groupingInfo) bool { return g.by == q.by }))
	for _, k := range kindChoices() {
		chip, words, n := h.kinds[k.kind], k.word, counts[k.kind]
		if n > 0 {
			words += " " + lang.Number(n)
		}
		chip.SetText(words)
		chip.SetOn(f.kind == k.kind)
		kit.Show(chip, q.by == ungrouped && (k.kind != db.Void || n > 0 || f.kind == k.kind))
	}
	kit.Show(h.bar, q.by == ungrouped && f.bar != nil)
	if f.bar != nil {
		h.bar.SetText(f.bar.title())
	}
	h.object.Refresh()
	h.narrow.SetOn(f.narrowed())
	if h.search.Text != f.text && h.host.Canvas().Focused() != h.search {
		h.search.SetText(f.text)
	}
}
