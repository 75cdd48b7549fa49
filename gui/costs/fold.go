package costs

import (
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// jobRows returns one row for each job with several entries, at the place of its newest one, with the entries as its children. Other
// entries are rows as they are.
func jobRows(entries []row) (rows []row) {
	of := map[int64][]row{}
	for _, r := range entries {
		if r.job != 0 {
			of[r.job] = append(of[r.job], r)
		}
	}
	for _, r := range entries {
		switch all := of[r.job]; {
		case r.job == 0 || len(all) == 1:
			rows = append(rows, r)
		case all[0].id == r.id:
			rows = append(rows, jobRow(all))
		}
	}
	return rows
}

// jobRow sums up the entries of a job, newest first. It shows the entry that counts: one that is open, else the charge with its
// corrections, else how the job ended.
func jobRow(all []row) row {
	rank := func(r row) int {
		switch {
		case r.open:
			return 0
		case r.correction:
			return 6
		}
		return 1 + slices.Index([]db.EntryKind{db.Charge, db.Refund, db.Void, db.UnconfirmedEntry, db.Reserve}, r.kind)
	}
	out := slices.MinFunc(all, func(a, b row) int { return rank(a) - rank(b) })
	for _, r := range all {
		r.child = true
		r.what, r.facts = r.entry.Note, ""
		out.children = append(out.children, r)
	}
	out.id, out.when = -out.job, all[0].when
	if out.kind == db.Charge && !out.unpriced {
		out.amount = chargedWords(all, out.entry.Currency)
	}
	return out
}

// chargedWords returns what entries add to the charged sum, in one currency.
func chargedWords(all []row, currency string) string {
	sum := int64(0)
	for _, r := range all {
		if r.entry.Currency == currency {
			sum += r.entry.Charged()
		}
	}
	return wording.MoneyFormat{Currency: currency}.Of(sum)
}

// unfold returns rows with the children of the unfolded jobs below theirs.
func unfold(rows []row, unfolded map[int64]bool) []row {
	if len(unfolded) == 0 {
		return rows
	}
	var all []row
	for _, r := range rows {
		all = append(all, r)
		if len(r.children) > 0 && unfolded[r.job] {
			all[len(all)-1].unfolded = true
			all = append(all, r.children...)
		}
	}
	return all
}

// foldColumn shows which rows unfold.
func foldColumn() kit.TableColumn[row] {
	return kit.TableColumn[row]{Icons: true, Words: func(row) string { return "" }, Look: func(r row) (fyne.Resource, fyne.ThemeColorName) {
		switch {
		case len(r.children) == 0:
			return nil, resources.Text2
		case r.unfolded:
			return resources.IconChevronDown, resources.Text2
		}
		return resources.IconChevronRight, resources.Text2
	}}
}

// foldLabel returns the accessible name of the fold of a row.
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

// toggle unfolds the job of a row, or folds it again.
func (l *entryList) toggle(i int) {
	if i >= 0 && i < len(l.list.Rows) && len(l.list.Rows[i].children) > 0 {
		l.fold(l.list.Rows[i], l.list.Rows[i].unfolded)
	}
}

// fold folds the job of a row, or unfolds it. The row stays the chosen one.
func (l *entryList) fold(r row, on bool) {
	if on {
		delete(l.unfolded, r.job)
	} else {
		l.unfolded[r.job] = true
	}
	l.list.Rows = unfold(l.s.shown.jobs, l.unfolded)
	l.list.SetAt(l.place(r.id))
	l.list.Update()
	l.showChosen()
}

// place returns the index of the row with an ID, or of the job row that it became part of or was; -1 for none.
func (l *entryList) place(id int64) int {
	if i := slices.IndexFunc(l.list.Rows, func(r row) bool { return r.id == id }); i >= 0 {
		return i
	}
	return slices.IndexFunc(l.list.Rows, func(r row) bool {
		return id < 0 && r.job == -id || slices.ContainsFunc(r.children, func(c row) bool { return c.id == id })
	})
}

// foldKey takes Right and Left: they unfold and fold a job, and lead to its first entry and back.
func (l *entryList) foldKey(key fyne.KeyName) bool {
	r := l.chosen()
	switch {
	case r == nil:
		return false
	case key == fyne.KeyRight && len(r.children) > 0 && !r.unfolded, key == fyne.KeyLeft && r.unfolded:
		l.toggle(l.list.At())
	case key == fyne.KeyRight && r.unfolded:
		l.list.Choose(l.list.At() + 1)
	case key == fyne.KeyLeft && r.child:
		l.list.Choose(l.place(-r.job))
	default:
		return false
	}
	return true
}
