package costs

import (
	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// ledgerHead is the line above the table: a chip for each kind of entry, one for the bar of the chart, the search and
// the button of the filter.
type ledgerHead struct {
	host   action.Host
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
	title := kit.NewText(lang.L("Ledger"), resources.SizeH2, resources.Text1, true)
	h.chips = kit.NewFlow(chipGap, kit.NewFixed(0, chipHeight, kit.NewInset(0, 4, 0, 0, title)))
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
	h.object = kit.NewBeside(8, 200, h.chips, kit.NewRow(4, kit.NewFixed(150, 0, h.search), h.narrow))
	return h
}

func (h *ledgerHead) clearSearch() { h.search.SetText("") }

// showFilter shows a filter, and the number of entries of each kind. What is being typed in the search stays.
func (h *ledgerHead) showFilter(f filter, counts map[db.EntryKind]int) {
	for _, k := range kindChoices() {
		chip, words, n := h.kinds[k.kind], k.word, counts[k.kind]
		if n > 0 {
			words += " " + lang.Number(n)
		}
		chip.SetText(words)
		chip.SetOn(f.kind == k.kind)
		kit.Show(chip, k.kind != db.Void || n > 0 || f.kind == k.kind)
	}
	kit.Show(h.bar, f.bar != nil)
	if f.bar != nil {
		h.bar.SetText(f.bar.title())
	}
	relayout(h.object)
	relayout(h.chips)
	h.narrow.SetOn(f.narrowed())
	if h.search.Text != f.text && h.host.Canvas().Focused() != h.search {
		h.search.SetText(f.text)
	}
}
