package costs

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/gui/costs/chart"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// face is what the overview shows of the days.
type face int

const (
	bars face = iota
	running
	asTable
)

// overview is the part between the sums and the ledger: the chart of the period, the same as a table, or its groups.
type overview struct {
	s        *Screen
	face     face
	by       *widgets.Picker
	faces    *widgets.Segmented
	save     *widgets.Button
	currency *widgets.Segmented
	legend   *legend
	note     *widgets.Text // of groups: what a second kept and a starred picture did cost
	chart    *chart.Chart
	days     *table
	groups   *table
	body     *fyne.Container
	none     *widgets.Text
	head     *fyne.Container
	switches *fyne.Container
	object   fyne.CanvasObject
}

func newOverview(s *Screen) *overview {
	o := &overview{s: s, legend: newLegend(), chart: chart.New(wording.MoneyFormat{}.Of)}
	var words []string
	for _, g := range groupings() {
		words = append(words, g.word)
	}
	o.by = widgets.NewSimplePicker(words, func(i int) { s.group(groupings()[i].by) })
	o.faces = widgets.NewSegmented([]string{lang.L("Bars"), lang.X("chart", "Running"), lang.L("Table")}, func(i int) { o.turn(face(i)) }).Tight()
	o.currency = widgets.NewSegmented([]string{"CNY"}, func(i int) {
		if i < len(s.shown.currencies) {
			s.ask(func(q *question) { q.currency = s.shown.currencies[i] })
		}
	}).Tight()
	o.currency.Hide()
	o.save = widgets.NewIconButton(resources.IconPicture(), lang.L("Save the chart as PNG…"), s.SaveChart)
	o.save.SetKind(widgets.Quiet)
	o.note = widgets.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis()
	o.chart.OnOpen = func(i int) { s.openBar(i) }
	o.none = widgets.NewText("", resources.SizeSM, resources.Text2, false).Centered()
	o.none.Hide()
	o.body = container.NewStack(widgets.NewInset(4, 16, 6, 16, o.chart))
	o.switches = widgets.NewRow(8, o.currency, o.faces, o.save)
	o.head = &fyne.Container{Layout: overviewHead{}, Objects: []fyne.CanvasObject{
		o.by, container.NewStack(o.legend.object, o.note), o.switches}}
	o.object = widgets.NewFrame(widgets.NewInset(8, 16, 4, 16, o.head), nil, nil, container.NewStack(o.body, container.NewCenter(o.none)))
	return o
}

// turn shows another face of the days.
func (o *overview) turn(to face) {
	o.face = to
	o.faces.SetSelected(int(to))
	o.set(o.s.shown)
}

// set shows an answer.
func (o *overview) set(a answer) {
	q := o.s.asked.get()
	for i, g := range groupings() {
		if g.by == q.by {
			o.by.SetSelected(i)
		}
	}
	byDay := q.by == db.ByDay
	widgets.Show(o.faces, byDay)
	widgets.Show(o.save, byDay && o.face != asTable)
	widgets.Show(o.legend.object, byDay)
	widgets.Show(o.note, !byDay)
	widgets.Show(o.currency, len(a.currencies) > 1 && q.by != db.ByProfile)
	if len(a.currencies) > 1 {
		o.currency.SetOptions(a.currencies)
		for i, c := range a.currencies {
			if c == a.currency {
				o.currency.SetSelected(i)
			}
		}
	}
	o.legend.set(a.figures.Series, a.money())
	lay(o.head)
	lay(o.switches)
	lay(o.legend.object)
	if q.by != a.question.by && a.ready {
		return // the groups are being read; what is shown stays until they are there
	}
	o.none.Hide()
	switch {
	case !a.ready:
		o.chart.Hide()
	case !byDay:
		o.showGroups(a)
	case o.face == asTable:
		o.showDays(a)
	default:
		o.showChart(a)
	}
}

func (o *overview) put(c fyne.CanvasObject) {
	if len(o.body.Objects) == 1 && o.body.Objects[0] == c {
		return
	}
	o.body.Objects = []fyne.CanvasObject{c}
	o.body.Refresh()
}

func (o *overview) showChart(a answer) {
	if len(o.body.Objects) != 1 || o.days != nil && o.body.Objects[0] == o.days.object || o.groups != nil && o.body.Objects[0] == o.groups.object {
		o.put(widgets.NewInset(4, 16, 6, 16, o.chart))
	}
	o.chart.Show()
	look := chart.Bars
	if o.face == running {
		look = chart.Running
	}
	m := a.money()
	o.chart.Set(a.figures, look, m.Of, least(m.Currency))
	at := -1
	if b := o.s.asked.get().filter.bar; b != nil {
		at = a.figures.At(b.from)
	}
	o.chart.SetChosen(at)
	if a.figures.Total == 0 && len(a.figures.Series) == 0 && a.err == nil {
		words := lang.L("Nothing was charged in this time.")
		if a.unpriced > 0 {
			words = lang.N("%s job was charged, and its price is not known.", "%s jobs were charged, and their prices are not known.", a.unpriced, lang.Number(a.unpriced))
		}
		o.none.SetText(words)
		o.none.Show()
	}
}

// showDays shows what the bars show, in figures. Times without a charge are left out.
func (o *overview) showDays(a answer) {
	m := a.money()
	columns := []column{{head: a.figures.Unit.Words().Column, width: 150, grow: true}}
	for _, s := range a.figures.Series {
		columns = append(columns, column{head: s.Name, width: 92, numbers: true})
	}
	columns = append(columns, column{head: lang.L("Charged"), width: 92, numbers: true, bold: true}, column{head: lang.L("So far"), width: 92, numbers: true})
	buckets, rows := dayRows(a.figures, m)
	if o.days == nil || !o.days.same(columns) {
		o.days = newTable(columns)
	}
	open := func(i int) {
		if i < len(buckets) {
			o.s.openBar(buckets[i])
		}
	}
	o.days.list.OnTapped, o.days.list.OnOpen = open, open
	o.days.set(rows)
	o.put(o.days.object)
}

// dayRows words the bars that hold anything, newest first, and under them their sum. buckets are the bars of the rows.
func dayRows(f chart.Figures, m wording.MoneyFormat) (buckets []int, rows [][]cell) {
	amounts := func(all []int64) (cells []cell) {
		for _, v := range all {
			words := ""
			if v != 0 {
				words = m.Of(v)
			}
			cells = append(cells, cell{words: words})
		}
		return cells
	}
	for i := len(f.Buckets) - 1; i >= 0; i-- {
		b := f.Buckets[i]
		empty := true
		for _, v := range b.Micros {
			empty = empty && v == 0
		}
		if empty {
			continue
		}
		buckets = append(buckets, i)
		row := append([]cell{{words: b.Name}}, amounts(b.Micros)...)
		rows = append(rows, append(row, cell{words: m.Of(b.Total)}, cell{words: m.Of(b.Ran)}))
	}
	if len(rows) > 0 {
		var sums []int64
		for _, s := range f.Series {
			sums = append(sums, s.Micros)
		}
		rows = append(rows, append(append([]cell{{words: lang.X("sum", "All")}}, amounts(sums)...), cell{words: m.Of(f.Total)}, cell{}))
	}
	return buckets, rows
}

func (o *overview) showGroups(a answer) {
	columns := []column{{head: groupingOf(a.question.by).head, width: 130, grow: true}, {head: "", width: 90, grow: true, bar: true},
		{head: lang.L("Charged"), width: 96, numbers: true, bold: true}, {head: lang.X("column", "Share"), width: 56, numbers: true}, {head: lang.X("column", "Jobs"), longest: []string{jobCount(9999)}, width: 64, numbers: true},
		{head: lang.L("Per second kept"), width: 104, numbers: true}, {head: lang.L("Per starred picture"), width: 116, numbers: true}}
	if o.groups == nil || !o.groups.same(columns) {
		o.groups = newTable(columns)
	}
	open := func(i int) {
		if i < len(a.groups) && a.groups[i].narrow != nil {
			o.s.ask(a.groups[i].narrow)
		}
	}
	o.groups.list.OnTapped, o.groups.list.OnOpen = open, open
	o.groups.set(groupRows(a.groups, o.s.rates))
	o.put(o.groups.object)
	o.note.SetText(ratesWords(o.s.rates.whole))
	if len(a.groups) == 0 && a.err == nil {
		o.none.SetText(lang.L("Nothing was written into the ledger in this time."))
		o.none.Show()
	}
}

// groupRows words groups, with their rates as far as they are known.
func groupRows(all []group, known groupRates) (rows [][]cell) {
	for i, g := range all {
		var r rates
		if i < len(known.groups) {
			r = known.groups[i]
		}
		rows = append(rows, []cell{{words: g.name}, {share: g.share}, {words: g.charged}, {words: g.percent}, {words: g.jobs},
			{words: r.second}, {words: r.starred}})
	}
	return rows
}

func ratesWords(r rates) string {
	var facts []string
	if r.second != "" {
		facts = append(facts, lang.L("%s per second kept", r.second))
	}
	if r.starred != "" {
		facts = append(facts, lang.L("%s per starred picture", r.starred))
	}
	return strings.Join(facts, " · ")
}

// overviewHead lays out: what is grouped by, the legend in what is left, the switches.
type overviewHead struct{}

func (overviewHead) MinSize(o []fyne.CanvasObject) fyne.Size {
	a, b := o[0].MinSize(), o[2].MinSize()
	return fyne.NewSize(a.Width+b.Width+32, max(a.Height, b.Height, o[1].MinSize().Height))
}

func (overviewHead) Layout(o []fyne.CanvasObject, s fyne.Size) {
	left, right := o[0].MinSize(), o[2].MinSize()
	left.Width = max(left.Width, resources.Scaled(124))
	at := func(i int, x, w, h float32) {
		widgets.Place(o[i], x, (s.Height-h)/2, max(w, 0), h)
	}
	at(0, 0, left.Width, left.Height)
	at(1, left.Width+16, s.Width-left.Width-right.Width-32, o[1].MinSize().Height)
	at(2, s.Width-right.Width, right.Width, right.Height)
}
