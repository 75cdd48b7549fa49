package costs

import (
	"fyne.io/fyne/v2"

	"viviscope/db/ledger"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// groupTable is the table of one grouping. A row narrows the query to its group.
type groupTable struct {
	by     grouping
	table  *kit.Table[group]
	object fyne.CanvasObject
}

func newGroupTable(by grouping, ask asker) *groupTable {
	const rowHeight = 26 // px
	columns := groupColumns(by)
	if by == byModel {
		columns = modelColumns()
	}
	t := &groupTable{by: by, table: kit.NewTable(rowHeight, rowHeight, columns)}
	open := func(i int) {
		narrow := t.table.Rows[i].narrow
		if narrow != nil {
			ask(narrow)
		}
	}
	t.table.OnTapped, t.table.OnOpen = open, open
	t.object = t.table.Object()
	return t
}

// groupColumns returns the columns of every grouping except models.
func groupColumns(by grouping) []kit.TableColumn[group] {
	jobs := func(n int) string { return lang.N("%s job", "%s jobs", n, lang.Number(n)) }
	amount := func(head string, bold bool, of func(ledger.Sums) int64) kit.TableColumn[group] {
		return kit.TableColumn[group]{Head: head, Width: 96, Number: true, Bold: bold,
			Words: func(g group) string { return g.money.Alone(of(g.sums)) }}
	}
	return []kit.TableColumn[group]{
		{Head: infoOf(by).head, Width: 130, Grow: true, Words: func(g group) string { return g.name }},
		{Head: lang.X("column", "Jobs"), Width: 64, Number: true, Longest: []string{jobs(9999)},
			Words: func(g group) string { return jobs(g.sums.Jobs) }},
		amount(lang.L("Charged"), true, func(s ledger.Sums) int64 { return s.Charged }),
		amount(lang.L("Reserved"), false, func(s ledger.Sums) int64 { return s.Reserved }),
		amount(lang.L("Unconfirmed"), false, func(s ledger.Sums) int64 { return s.AtRisk }),
		amount(lang.L("Refunded"), false, func(s ledger.Sums) int64 { return s.Refunded }),
	}
}

// modelColumns returns the columns of models.
func modelColumns() []kit.TableColumn[group] {
	count := func(head string, of func(ledger.ModelStats) int) kit.TableColumn[group] {
		words := func(g group) string { return lang.Number(of(g.model)) }
		return kit.TableColumn[group]{Head: head, Width: 56, Number: true, Words: words}
	}
	return []kit.TableColumn[group]{
		{Head: infoOf(byModel).head, Width: 130, Words: func(g group) string { return g.name }, Grow: true},
		count(lang.X("column", "Sent"), func(m ledger.ModelStats) int { return m.Sent }),
		count(lang.X("column", "Saved"), func(m ledger.ModelStats) int { return m.Saved }),
		{Head: lang.X("column", "Failed"), Width: 84, Number: true,
			Words: func(g group) string { return failedText(g.model) }},
		{Head: lang.L("Typical time"), Width: 80, Number: true, Words: func(g group) string { return medianText(g.model) }},
		{Head: lang.L("Charged"), Width: 84, Number: true, Bold: true,
			Words: func(g group) string { return g.money.Of(g.model.Charged) }},
		{Head: lang.L("On average"), Width: 112, Number: true, Words: averageText},
	}
}

// failedText returns the number of failed requests of a model and their share.
func failedText(m ledger.ModelStats) string {
	if m.Failed == 0 {
		return "0"
	}
	return lang.L("%[1]s (%[2]s %%)", lang.Number(m.Failed), lang.Decimal(100*float64(m.Failed)/float64(m.Sent), 1))
}

// medianText returns the median time of the requests of a model.
func medianText(m ledger.ModelStats) string {
	switch {
	case m.Model == "":
		return ""
	case m.Median == 0:
		return lang.L("not known")
	}
	return wording.Elapsed(m.Median)
}

// averageText returns the average cost of a second or a picture of a model.
func averageText(g group) string {
	amount := g.money.Of(g.model.PerUnit())
	switch {
	case g.model.Model == "":
		return ""
	case g.model.Made == 0:
		return lang.L("not known")
	case g.model.Pictures:
		return lang.L("%s per picture", amount)
	}
	return lang.L("%s per second", amount)
}
