package costs

import (
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// The heights of the head of the table and of a row with its line, px.
const (
	headHeight = 30
	rowHeight  = 32
)

// ledgerTable is the table of entries, in which a job with several entries is one row that unfolds.
type ledgerTable struct {
	onChosen func()      // another row is chosen, or none
	onSort   func(order) // the user asks for another order

	list     *kit.Table[row]
	query    query          // of the rows
	folded   []row          // the rows while all jobs are folded
	unfolded map[int64]bool // jobs whose entries are shown
}

func newLedgerTable(onChosen func(), onSort func(order)) *ledgerTable {
	t := &ledgerTable{onChosen: onChosen, onSort: onSort, unfolded: map[int64]bool{},
		list: kit.NewTable(headHeight, rowHeight, ledgerColumns())}
	t.list.OnSort = t.sort
	t.list.OnChosen = func(int) { onChosen() }
	t.list.OnTapped = t.toggle
	t.list.Label = foldLabel
	return t
}

// chosen returns the chosen row; nil for none.
func (t *ledgerTable) chosen() *row {
	i := t.list.At()
	if i < 0 || i >= len(t.list.Rows) {
		return nil
	}
	return &t.list.Rows[i]
}

// setRows shows the rows of a query with jobs folded. The rows of another query are shown from the top. Of the same
// query, the chosen row and the scroll position stay.
func (t *ledgerTable) setRows(q query, folded []row) {
	chosen, old, anew := int64(0), t.list.Rows, q != t.query
	if t.chosen() != nil {
		chosen = t.chosen().id
	}
	t.query, t.folded = q, folded
	t.showOrder(q.order)
	t.list.Rows = unfold(folded, t.unfolded)
	t.list.SetAt(indexOf(t.list.Rows, chosen))
	offset := t.list.Offset()
	switch {
	case anew:
		t.list.Choose(-1)
		if offset > 0 {
			t.list.SetOffset(0)
		}
	case offset > 0 && len(t.list.Rows) > len(old) && len(old) > 0:
		t.list.SetOffset(offset + float32(max(indexOf(t.list.Rows, old[0].id), 0))*rowHeight)
	}
	t.list.Set(t.list.Rows)
}

// sortColumns returns the columns that sort the ledger.
func sortColumns() map[int]sortKey {
	return map[int]sortKey{1: byTime, 2: byKind, 3: byTitle, 5: byAmount}
}

// sort asks for the entries in the order of a column.
func (t *ledgerTable) sort(column int, o kit.Order) {
	t.onSort(order{by: sortColumns()[column], rising: o == kit.Rising})
}

// showOrder shows an order in the heads of the columns.
func (t *ledgerTable) showOrder(o order) {
	for column, by := range sortColumns() {
		switch {
		case by == o.by && o.rising:
			t.list.ShowOrder(column, kit.Rising)
		case by == o.by:
			t.list.ShowOrder(column, kit.Falling)
		}
	}
}

// toggle unfolds the job of a row, or folds it. The row stays chosen.
func (t *ledgerTable) toggle(i int) {
	if i < 0 || i >= len(t.list.Rows) || len(t.list.Rows[i].children) == 0 {
		return
	}
	r := t.list.Rows[i]
	if r.unfolded {
		delete(t.unfolded, r.job)
	} else {
		t.unfolded[r.job] = true
	}
	rows := unfold(t.folded, t.unfolded)
	t.list.SetAt(indexOf(rows, r.id))
	t.list.Set(rows)
	t.onChosen()
}

// foldKey handles Right and Left: they unfold and fold a job, and move to its first entry and back. It reports whether
// it did.
func (t *ledgerTable) foldKey(key fyne.KeyName) bool {
	r := t.chosen()
	switch {
	case r == nil:
		return false
	case key == fyne.KeyRight && len(r.children) > 0 && !r.unfolded, key == fyne.KeyLeft && r.unfolded:
		t.toggle(t.list.At())
	case key == fyne.KeyRight && r.unfolded:
		t.list.Choose(t.list.At() + 1)
	case key == fyne.KeyLeft && r.child:
		t.list.Choose(indexOf(t.list.Rows, -r.job))
	default:
		return false
	}
	return true
}

// longestDays returns times in months with the longest names or numbers. Which one needs the most room depends on the
// language.
func longestDays() (words []string) {
	for _, m := range []time.Month{time.September, time.November, time.December} {
		day := time.Date(2000, m, 28, 20, 48, 0, 0, time.UTC)
		words = append(words, wording.Stamp(day, day), lang.Day(day))
	}
	return words
}

func ledgerColumns() []kit.TableColumn[row] {
	unconfirmed, correction := kindWord(db.Entry{Kind: db.UnconfirmedEntry}), kindWord(db.Entry{Correction: "-"})
	return []kit.TableColumn[row]{
		{Icons: true, Words: func(row) string { return "" }, Look: foldLook},
		{Head: lang.X("column", "When"), Width: 84, Sorts: kit.Falling, Words: func(r row) string {
			return r.when
		}, Longest: longestDays(),
			Color: resources.Text2},
		{Head: lang.X("column", "Entry"), Width: 78, Sorts: kit.Rising, Words: func(r row) string { return r.word },
			Longest: []string{unconfirmed, correction}, Icons: true, Look: kindLook},
		{Head: lang.X("column", "Job"), Width: 110, Grow: true, Sorts: kit.Rising, Color: resources.Text2,
			Words: func(r row) string { return r.what }, Rest: func(r row) string { return r.facts }},
		{Head: lang.L("Quantity"), Width: 88, Number: true, Words: func(r row) string { return r.quantity }},
		{Head: lang.L("Amount"), Width: 104, Number: true, Bold: true, Sorts: kit.Falling, Words: func(r row) string {
			return r.amount
		},
			Longest: []string{amountText(db.Entry{})}, Look: amountLook},
	}
}

// foldLook returns the arrow of a row that unfolds.
func foldLook(r row) (fyne.Resource, fyne.ThemeColorName) {
	switch {
	case len(r.children) == 0:
		return nil, resources.Text2
	case r.unfolded:
		return resources.IconChevronDown, resources.Text2
	}
	return resources.IconChevronRight, resources.Text2
}

// foldLabel returns the accessible name of that arrow.
func foldLabel(r row) string {
	n := len(r.children)
	switch {
	case n == 0:
		return ""
	case r.unfolded:
		return lang.N("%s entry, shown", "%s entries, shown", n, lang.Number(n))
	}
	return lang.N("%s entry, folded", "%s entries, folded", n, lang.Number(n))
}

// kindLook returns the icon and the colour of an entry. They have the same meaning as the label beside them.
func kindLook(r row) (fyne.Resource, fyne.ThemeColorName) {
	icon, tone := action.EntryIcon(r.kind)
	switch {
	case r.correction:
		return resources.IconPencil, resources.Text1
	case r.kind == db.Void:
		return resources.IconClose, resources.Text2
	case r.kind == db.Charge:
		return icon, resources.Text1
	}
	return icon, tone.Color()
}

// amountLook returns the colour of an amount.
func amountLook(r row) (fyne.Resource, fyne.ThemeColorName) {
	_, color := kindLook(r)
	switch {
	case r.unpriced:
		color = resources.Warn
	case r.kind == db.Reserve:
		color = resources.Text1 // only its word is subdued, because the amount must be readable
	}
	return nil, color
}
