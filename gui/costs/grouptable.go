package costs

import (
	"cmp"
	"slices"
	"strings"

	"viviscope/db/ledger"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// groupTable is the table of one grouping. Opening a row shows the entries of its group.
type groupTable struct {
	by      grouping
	columns []groupColumn
	groups  []group // as they were read
	sorted  int     // the column that they are sorted by; -1: none
	order   kit.Order
	table   *kit.Table[group]
}

// groupColumn is a column of the table, and what it is sorted by: a number, or the text of the column.
type groupColumn struct {
	kit.TableColumn[group]
	number func(g group) int64
}

func newGroupTable(by grouping, ask asker) *groupTable {
	const rowHeight = 26 // px
	t := &groupTable{by: by, columns: groupColumns(by), sorted: -1}
	if by == byModel {
		t.columns = modelColumns()
	}
	var columns []kit.TableColumn[group]
	for _, c := range t.columns {
		columns = append(columns, c.TableColumn)
	}
	t.table = kit.NewTable(headHeight, rowHeight, columns)
	t.table.OnSort = func(column int, o kit.Order) {
		t.sorted, t.order = column, o
		t.set(t.groups)
	}
	open := func(i int) {
		narrow := t.table.Rows[i].narrow
		if narrow != nil {
			ask(func(q *query) {
				narrow(q)
				q.by = ungrouped
			})
		}
	}
	t.table.OnTapped, t.table.OnOpen = open, open
	return t
}

// set shows groups in the order that the user chose. The chosen group stays chosen, in whichever row it is.
func (t *groupTable) set(groups []group) {
	t.groups = groups
	at := t.table.At()
	rows := slices.Clone(groups)
	if t.sorted >= 0 {
		slices.SortStableFunc(rows, func(a, b group) int {
			if t.order == kit.Falling {
				a, b = b, a
			}
			return t.columns[t.sorted].compare(a, b)
		})
	}
	if at >= 0 && at < len(t.table.Rows) {
		key := t.table.Rows[at].key
		t.table.SetAt(slices.IndexFunc(rows, func(g group) bool { return g.key == key }))
	}
	t.table.Set(rows)
}

// compare compares two groups by the column. Amounts of different currencies are not compared.
func (c groupColumn) compare(a, b group) int {
	if c.number == nil {
		return strings.Compare(strings.ToLower(c.Words(a)), strings.ToLower(c.Words(b)))
	}
	return cmp.Or(strings.Compare(a.money.Currency, b.money.Currency), cmp.Compare(c.number(a), c.number(b)))
}

// nameColumn returns the column of the names of groups.
func nameColumn(by grouping) groupColumn {
	name := func(g group) string { return g.name }
	return groupColumn{TableColumn: kit.TableColumn[group]{Head: infoOf(by).head, Width: 130, Grow: true,
		Sorts: kit.Rising, Words: name}}
}

// numberColumn returns a column of numbers. words are those of the number in it.
func numberColumn(head string, width float32, number func(g group) int64, words func(g group) string) groupColumn {
	c := kit.TableColumn[group]{Head: head, Width: width, Number: true, Sorts: kit.Falling, Words: words}
	return groupColumn{c, number}
}

// groupColumns returns the columns of every grouping except models.
func groupColumns(by grouping) []groupColumn {
	count := func(n int) string { return lang.N("%s job", "%s jobs", n, lang.Number(n)) }
	amount := func(head string, of func(ledger.Sums) int64) groupColumn {
		return numberColumn(head, 96, func(g group) int64 { return of(g.sums) },
			func(g group) string { return g.money.Alone(of(g.sums)) })
	}
	jobs := numberColumn(lang.X("column", "Jobs"), 64, func(g group) int64 { return int64(g.sums.Jobs) },
		func(g group) string { return count(g.sums.Jobs) })
	jobs.Longest = []string{count(9999)}
	charged := amount(lang.L("Charged"), func(s ledger.Sums) int64 { return s.Charged })
	charged.Bold = true
	return []groupColumn{nameColumn(by), jobs, charged,
		amount(lang.L("Reserved"), func(s ledger.Sums) int64 { return s.Reserved }),
		amount(lang.L("Unconfirmed"), func(s ledger.Sums) int64 { return s.AtRisk }),
		amount(lang.L("Refunded"), func(s ledger.Sums) int64 { return s.Refunded }),
	}
}

// modelColumns returns the columns of models.
func modelColumns() []groupColumn {
	count := func(head string, of func(ledger.ModelStats) int) groupColumn {
		return numberColumn(head, 56, func(g group) int64 { return int64(of(g.model)) },
			func(g group) string { return lang.Number(of(g.model)) })
	}
	charged := numberColumn(lang.L("Charged"), 84, func(g group) int64 { return g.model.Charged },
		func(g group) string { return g.money.Of(g.model.Charged) })
	charged.Bold = true
	return []groupColumn{
		nameColumn(byModel),
		count(lang.X("column", "Sent"), func(m ledger.ModelStats) int { return m.Sent }),
		count(lang.X("column", "Saved"), func(m ledger.ModelStats) int { return m.Saved }),
		numberColumn(lang.X("column", "Failed"), 84, func(g group) int64 { return int64(g.model.Failed) },
			func(g group) string { return failedText(g.model) }),
		numberColumn(lang.L("Typical time"), 80, func(g group) int64 { return int64(g.model.Median) },
			func(g group) string { return medianText(g.model) }),
		charged,
		numberColumn(lang.L("On average"), 112, func(g group) int64 { return g.model.PerUnit() }, averageText),
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
