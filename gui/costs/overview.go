package costs

import (
	"cmp"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/db/ledger"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// overview is the part between the sums and the ledger: the chart of days or months, or the table of another grouping.
type overview struct {
	s        *Screen
	by       *kit.Picker
	currency *kit.Segmented
	legend   *legend
	chart    *chart
	padded   fyne.CanvasObject // the chart
	table    *kit.Table[group]
	tabled   grouping // that the columns of the table are for
	body     *fyne.Container
	none     *kit.Text
	head     *fyne.Container
	object   fyne.CanvasObject
}

func newOverview(s *Screen) *overview {
	o := &overview{s: s, legend: &legend{}, chart: newChart(s.openBar)}
	o.legend.ExtendBaseWidget(o.legend)
	var words []string
	for _, g := range groupings() {
		words = append(words, g.word)
	}
	o.by = kit.NewSimplePicker(words, func(i int) { s.group(groupings()[i].by) })
	o.currency = kit.NewSegmented([]string{"CNY"}, func(i int) {
		if i < len(s.shown.currencies) {
			s.ask(func(q *query) { q.currency = s.shown.currencies[i] })
		}
	}).Tight()
	o.currency.Hide()
	o.none = small("").Centered()
	o.none.Hide()
	o.padded = kit.NewInset(4, 16, 6, 16, o.chart)
	o.body = container.NewStack(o.padded)
	middle := kit.NewInset(0, 16, 0, 16, kit.NewColumn(0, kit.NewSpring(), o.legend, kit.NewSpring()))
	o.head = kit.NewFrame(nil, o.by, o.currency, middle)
	o.object = kit.NewFrame(kit.NewInset(8, 16, 4, 16, o.head), nil, nil, container.NewStack(o.body, container.NewCenter(o.none)))
	return o
}

// set shows a result.
func (o *overview) set(a result) {
	q := o.s.asked.get()
	o.by.SetSelected(slices.IndexFunc(groupings(), func(g groupingWords) bool { return g.by == q.shownBy() }))
	kit.Show(o.legend, q.by.charted())
	kit.Show(o.currency, len(a.currencies) > 1 && q.by != byProfile)
	if len(a.currencies) > 1 {
		o.currency.SetOptions(a.currencies)
		o.currency.SetSelected(slices.Index(a.currencies, a.currency))
	}
	o.legend.data = a.figures
	o.legend.Refresh()
	lay(o.head)
	if q.by != a.query.by && a.ready {
		return // it is being read; what is shown stays until then
	}
	o.none.Hide()
	switch {
	case !a.ready:
		o.chart.Hide()
	case q.by.charted():
		o.showChart(a)
	default:
		o.showTable(a)
	}
}

func (o *overview) put(c fyne.CanvasObject) {
	if o.body.Objects[0] != c {
		o.body.Objects[0] = c
		o.body.Refresh()
	}
}

func (o *overview) showChart(a result) {
	o.put(o.padded)
	o.chart.Show()
	chosen := -1
	if b := o.s.asked.get().filter.bar; b != nil {
		chosen = a.figures.at(b.from)
	}
	o.chart.set(a.figures, chosen)
	if a.figures.total == (amounts{}) && a.err == nil {
		words := lang.L("Nothing was charged in this period.")
		if a.unpriced > 0 {
			words = lang.N("%s job was charged at an unknown price.",
				"%s jobs were charged at unknown prices.", a.unpriced, lang.Number(a.unpriced))
		}
		kit.ShowText(o.none, words)
	}
}

func (o *overview) showTable(a result) {
	if o.table == nil || o.tabled != a.query.by {
		columns := groupColumns(a.query.by)
		if a.query.by == byModel {
			columns = modelColumns()
		}
		o.table, o.tabled = kit.NewTable(lowRow, lowRow, columns), a.query.by
		open := func(i int) {
			if narrow := o.table.Rows[i].narrow; narrow != nil {
				o.s.ask(narrow)
			}
		}
		o.table.OnTapped, o.table.OnOpen = open, open
	}
	o.table.Set(a.groups)
	o.put(o.table.Object())
	if len(a.groups) == 0 && a.err == nil {
		words := lang.L("There are no entries in this period.")
		if a.query.by == byModel {
			words = lang.L("Nothing was sent in this period.")
		}
		kit.ShowText(o.none, words)
	}
}

// group is a row of the table.
type group struct {
	name   string
	money  wording.MoneyFormat
	sums   ledger.Sums       // not of models
	model  ledger.ModelStats // of models only
	narrow func(*query)      // shows the group alone; nil: it has no name to look for
}

// groupColumns are the columns of every grouping but models.
func groupColumns(by grouping) []kit.TableColumn[group] {
	amount := func(head string, bold bool, of func(ledger.Sums) int64) kit.TableColumn[group] {
		return kit.TableColumn[group]{Head: head, Width: 96, Number: true, Bold: bold,
			Words: func(g group) string { return g.money.Alone(of(g.sums)) }}
	}
	return []kit.TableColumn[group]{
		{Head: wordsOf(by).head, Width: 130, Grow: true, Words: func(g group) string { return g.name }},
		{Head: lang.X("column", "Jobs"), Width: 64, Number: true, Longest: []string{jobCount(9999)},
			Words: func(g group) string { return jobCount(g.sums.Jobs) }},
		amount(lang.L("Charged"), true, func(s ledger.Sums) int64 { return s.Charged }),
		amount(lang.L("Reserved"), false, func(s ledger.Sums) int64 { return s.Reserved }),
		amount(lang.L("Unconfirmed"), false, func(s ledger.Sums) int64 { return s.AtRisk }),
		amount(lang.L("Refunded"), false, func(s ledger.Sums) int64 { return s.Refunded }),
	}
}

// modelColumns are the columns of models.
func modelColumns() []kit.TableColumn[group] {
	count := func(head string, of func(ledger.ModelStats) int) kit.TableColumn[group] {
		return kit.TableColumn[group]{Head: head, Width: 56, Number: true, Words: func(g group) string { return lang.Number(of(g.model)) }}
	}
	return []kit.TableColumn[group]{
		{Head: wordsOf(byModel).head, Width: 130, Words: func(g group) string { return g.name }, Grow: true},
		count(lang.X("column", "Sent"), func(m ledger.ModelStats) int { return m.Sent }),
		count(lang.X("column", "Saved"), func(m ledger.ModelStats) int { return m.Saved }),
		{Head: lang.X("column", "Failed"), Width: 84, Number: true, Words: func(g group) string { return failedWords(g.model) }},
		{Head: lang.L("Typical time"), Width: 80, Number: true, Words: func(g group) string {
			switch {
			case g.model.Model == "":
				return ""
			case g.model.Median == 0:
				return lang.L("not known")
			}
			return wording.Elapsed(g.model.Median)
		}},
		{Head: lang.L("Charged"), Width: 84, Number: true, Bold: true, Words: func(g group) string { return g.money.Of(g.model.Charged) }},
		{Head: lang.L("On average"), Width: 112, Number: true, Words: averageWords},
	}
}

// failedWords returns the number of failed requests of a model and their share.
func failedWords(m ledger.ModelStats) string {
	if m.Failed == 0 {
		return "0"
	}
	return lang.L("%[1]s (%[2]s %%)", lang.Number(m.Failed), lang.Decimal(100*float64(m.Failed)/float64(m.Sent), 1))
}

// averageWords returns the cost of a second or a picture of a model.
func averageWords(g group) string {
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

// grouping is how the overview parts the entries.
type grouping int

const (
	byDay grouping = iota
	byMonth
	byModel
	byProfile
	byBoard
	byProgram
)

// charted reports whether the grouping is shown as a chart.
func (g grouping) charted() bool { return g == byDay || g == byMonth }

// groupingWords are the words of a grouping, and how the ledger and the place follow it.
type groupingWords struct {
	by     grouping
	word   string // in the list of choices
	head   string // over the names
	empty  string // name of the group without one
	ledger ledger.Grouping
	narrow func(q *query, a result, to ledger.Group) // shows a group alone
}

func groupings() []groupingWords {
	return []groupingWords{
		{by: byDay, word: lang.L("By day")},
		{by: byMonth, word: lang.L("By month")},
		{by: byModel, word: lang.L("By model"), head: lang.L("Model"), empty: lang.L("corrections")},
		{byProfile, lang.L("By profile"), lang.L("Profile"), "", ledger.ByProfile,
			func(q *query, _ result, to ledger.Group) { q.profile, q.currency = to.Profile, "" }},
		{byBoard, lang.L("By board"), lang.L("Board"), lang.L("of no board"), ledger.ByBoard,
			func(q *query, a result, to ledger.Group) {
				q.filter.board = [2]string{to.Key, boardName(a.boards, to.Key)}
			}},
		{byProgram, lang.L("By program"), lang.L("Program"), lang.L("not by a program"), ledger.ByClient,
			func(q *query, _ result, to ledger.Group) { q.filter.client = to.Key }},
	}
}

func wordsOf(by grouping) groupingWords { return groupings()[by] }

// groupsOf words groups of the ledger, the dearest first.
func groupsOf(all []ledger.Group, by grouping, a result) (out []group) {
	way := wordsOf(by)
	for _, g := range all {
		p := a.profile
		if i := slices.IndexFunc(a.profiles, func(p db.Profile) bool { return p.ID == g.Profile }); by == byProfile && i >= 0 {
			p = a.profiles[i]
		}
		name := cmp.Or(g.Key, way.empty)
		switch {
		case by == byProfile:
			name = p.Name
		case by == byBoard && g.Key != "":
			name = boardName(a.boards, g.Key)
		}
		o := group{name: name, sums: g.Sums,
			money: wording.MoneyFormat{Currency: g.Currency, Play: p.Sandbox, AmongPlay: by != byProfile && p.Sandbox}}
		if by == byProfile || g.Key != "" {
			o.narrow = func(q *query) { way.narrow(q, a, g) }
		}
		out = append(out, o)
	}
	return out
}

// modelsOf words models, the most used first.
func modelsOf(all []ledger.ModelStats, a result) (out []group) {
	for _, m := range all {
		g := group{name: cmp.Or(m.Model, wordsOf(byModel).empty), money: a.money(), model: m}
		if m.Model != "" {
			g.narrow = func(q *query) { q.filter.model = m.Model }
		}
		out = append(out, g)
	}
	return out
}

func jobCount(n int) string { return lang.N("%s job", "%s jobs", n, lang.Number(n)) }

// boardName returns the name of a board by its ref.
func boardName(names map[string]string, ref string) string {
	name, there := names[ref]
	if !there {
		return lang.L("deleted board")
	}
	return cmp.Or(name, lang.L("unnamed board"))
}

func albumName(all []db.Album, ref string) string {
	if i := slices.IndexFunc(all, func(a db.Album) bool { return a.Ref == ref }); i >= 0 {
		return all[i].Name
	}
	return lang.L("deleted album")
}
