package costs

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/db/ledger"
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
	chart    *chart
	padded   fyne.CanvasObject // the chart
	days     *widgets.Table[dayRow]
	groups   *widgets.Table[group]
	models   *widgets.Table[ledger.ModelStats]
	body     *fyne.Container
	none     *widgets.Text
	head     *fyne.Container
	switches *fyne.Container
	object   fyne.CanvasObject
}

func newOverview(s *Screen) *overview {
	o := &overview{s: s, legend: &legend{}, chart: newChart(s.openBar)}
	o.legend.ExtendBaseWidget(o.legend)
	var words []string
	for _, g := range groupings() {
		words = append(words, g.word)
	}
	o.by = widgets.NewSimplePicker(words, func(i int) { s.group(groupings()[i].by) })
	faces := []string{lang.L("Bars"), lang.X("chart", "Running"), lang.L("Table")}
	o.faces = widgets.NewSegmented(faces, func(i int) { o.turn(face(i)) }).Tight()
	o.currency = widgets.NewSegmented([]string{"CNY"}, func(i int) {
		if i < len(s.shown.currencies) {
			s.ask(func(q *query) { q.currency = s.shown.currencies[i] })
		}
	}).Tight()
	o.currency.Hide()
	o.save = widgets.NewIconButton(resources.IconPicture, lang.L("Save the chart as PNG…"), s.SaveChart)
	o.save.SetKind(widgets.Quiet)
	o.note = small("").Ellipsis()
	o.none = small("").Centered()
	o.none.Hide()
	o.padded = widgets.NewInset(4, 16, 6, 16, o.chart)
	o.body = container.NewStack(o.padded)
	o.switches = widgets.NewRow(8, o.currency, o.faces, o.save)
	middle := widgets.NewInset(0, 16, 0, 16, widgets.NewColumn(0, widgets.NewSpring(), o.legend, o.note, widgets.NewSpring()))
	o.head = widgets.NewFrame(nil, o.by, o.switches, middle)
	o.object = widgets.NewFrame(widgets.NewInset(8, 16, 4, 16, o.head), nil, nil, container.NewStack(o.body, container.NewCenter(o.none)))
	return o
}

// turn shows another face of the days.
func (o *overview) turn(to face) {
	o.face = to
	o.faces.SetSelected(int(to))
	o.set(o.s.shown)
}

// set shows a result.
func (o *overview) set(a result) {
	q := o.s.asked.get()
	o.by.SetSelected(slices.IndexFunc(groupings(), func(g grouping) bool { return g.by == q.by }))
	byDay := q.by == ledger.ByDay
	widgets.Show(o.faces, byDay)
	widgets.Show(o.save, byDay && o.face != asTable)
	widgets.Show(o.legend, byDay)
	widgets.Show(o.note, !byDay)
	widgets.Show(o.currency, len(a.currencies) > 1 && q.by != ledger.ByProfile)
	if len(a.currencies) > 1 {
		o.currency.SetOptions(a.currencies)
		o.currency.SetSelected(slices.Index(a.currencies, a.currency))
	}
	o.legend.data = a.figures
	o.legend.Refresh()
	lay(o.head)
	lay(o.switches)
	if q.by != a.query.by && a.ready {
		return // the groups are being read; what is shown stays until they are there
	}
	o.none.Hide()
	switch {
	case !a.ready:
		o.chart.Hide()
	case q.by == ledger.ByModel:
		o.showModels(a)
	case !byDay:
		o.showGroups(a)
	case o.face == asTable:
		o.showDays(a)
	default:
		o.showChart(a)
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
	o.chart.set(a.figures, o.face == running, chosen)
	if a.figures.total == 0 && len(a.figures.series) == 0 && a.err == nil {
		words := lang.L("Nothing was charged in this period.")
		if a.unpriced > 0 {
			words = lang.N("%s job was charged at an unknown price.",
				"%s jobs were charged at unknown prices.", a.unpriced, lang.Number(a.unpriced))
		}
		widgets.ShowText(o.none, words)
	}
}

// dayRow is a bar in figures; that of the sum of all is -1.
type dayRow struct {
	bar     int
	name    string
	amounts []int64 // by series
	charged string
	soFar   string
}

// dayRows are the bars that hold anything, newest first, and under them their sum.
func dayRows(f chartData) (rows []dayRow) {
	for i, b := range slices.Backward(f.buckets) {
		if slices.ContainsFunc(b.micros, func(v int64) bool { return v != 0 }) {
			rows = append(rows, dayRow{i, b.name, b.micros, f.money.Of(b.total), f.money.Of(b.ran)})
		}
	}
	if len(rows) == 0 {
		return nil
	}
	all := dayRow{bar: -1, name: lang.X("sum", "All"), charged: f.money.Of(f.total)}
	for _, s := range f.series {
		all.amounts = append(all.amounts, s.micros)
	}
	return append(rows, all)
}

// showDays shows what the bars show, in figures. Times without a charge are left out.
func (o *overview) showDays(a result) {
	columns := []widgets.TableColumn[dayRow]{
		{Head: a.figures.unit.words().column, Width: 150, Grow: true, Words: func(r dayRow) string { return r.name }},
	}
	for i, s := range a.figures.series {
		columns = append(columns, widgets.TableColumn[dayRow]{Head: s.name, Width: 92, Number: true, Words: func(r dayRow) string {
			if i >= len(r.amounts) || r.amounts[i] == 0 {
				return ""
			}
			return o.s.shown.money().Of(r.amounts[i])
		}})
	}
	columns = append(columns, []widgets.TableColumn[dayRow]{
		{Head: lang.L("Charged"), Width: 92, Number: true, Bold: true, Words: func(r dayRow) string { return r.charged }},
		{Head: lang.L("So far"), Width: 92, Number: true, Words: func(r dayRow) string { return r.soFar }},
	}...)
	if o.days == nil || !o.days.Same(columns) {
		o.days = widgets.NewTable(lowRow, lowRow, columns)
		open := func(i int) { o.s.openBar(o.days.Rows[i].bar) }
		o.days.OnTapped, o.days.OnOpen = open, open
	}
	o.days.Set(dayRows(a.figures))
	o.put(o.days.Object())
}

func (o *overview) showGroups(a result) {
	columns := []widgets.TableColumn[group]{
		{Head: groupingOf(a.query.by).head, Width: 130, Grow: true, Words: func(g group) string { return g.name }},
		{Width: 90, Grow: true, Share: func(g group) float64 { return g.share }},
		{Head: lang.L("Charged"), Width: 96, Number: true, Bold: true, Words: func(g group) string { return g.charged }},
		{Head: lang.X("column", "Share"), Width: 56, Number: true, Words: func(g group) string { return g.percent }},
		{Head: lang.X("column", "Jobs"), Width: 64, Number: true, Longest: []string{jobCount(9999)},
			Words: func(g group) string { return g.jobs }},
		{Head: lang.L("Per second kept"), Width: 104, Number: true, Words: func(g group) string { return g.rates.second }},
		{Head: lang.L("Per starred picture"), Width: 116, Number: true, Words: func(g group) string { return g.rates.starred }},
	}
	if o.groups == nil || !o.groups.Same(columns) {
		o.groups = widgets.NewTable(lowRow, lowRow, columns)
		open := func(i int) {
			if narrow := o.groups.Rows[i].narrow; narrow != nil {
				o.s.ask(narrow)
			}
		}
		o.groups.OnTapped, o.groups.OnOpen = open, open
	}
	rows, whole := slices.Clone(a.groups), rates{}
	for i, r := range a.rates {
		if i == 0 {
			whole = r
		} else if i <= len(rows) {
			rows[i-1].rates = r
		}
	}
	o.groups.Set(rows)
	o.put(o.groups.Object())
	o.note.SetText(whole.words())
	if len(a.groups) == 0 && a.err == nil {
		widgets.ShowText(o.none, lang.L("There are no entries in this period."))
	}
}

// showModels shows the requests and costs of each model.
func (o *overview) showModels(a result) {
	if o.models == nil {
		o.models = widgets.NewTable(lowRow, lowRow, o.modelColumns())
		open := func(i int) {
			if model := o.models.Rows[i].Model; model != "" {
				o.s.filter(func(f *filter) { f.model = model })
			}
		}
		o.models.OnTapped, o.models.OnOpen = open, open
	}
	o.models.Set(a.stats)
	o.put(o.models.Object())
	if len(a.stats) == 0 && a.err == nil {
		widgets.ShowText(o.none, lang.L("Nothing was sent in this period."))
	}
}

func (o *overview) modelColumns() []widgets.TableColumn[ledger.ModelStats] {
	type model = ledger.ModelStats
	money := func(micros int64) string { return o.s.shown.money().Of(micros) }
	return []widgets.TableColumn[model]{
		{Head: lang.L("Model"), Width: 130, Words: func(m model) string { return cmp.Or(m.Model, lang.L("corrections")) }, Grow: true},
		{Head: lang.X("column", "Sent"), Width: 56, Number: true, Words: func(m model) string { return lang.Number(m.Sent) }},
		{Head: lang.X("column", "Saved"), Width: 56, Number: true, Words: func(m model) string { return lang.Number(m.Saved) }},
		{Head: lang.X("column", "Failed"), Width: 84, Number: true, Words: failedWords},
		{Head: lang.L("Typical time"), Width: 80, Number: true, Words: func(m model) string {
			switch {
			case m.Model == "":
				return ""
			case m.Median == 0:
				return lang.L("not known")
			}
			return wording.Elapsed(m.Median)
		}},
		{Head: lang.L("Charged"), Width: 84, Number: true, Bold: true, Words: func(m model) string { return money(m.Charged) }},
		{Head: lang.L("On average"), Width: 112, Number: true, Words: func(m model) string {
			switch {
			case m.Model == "":
				return ""
			case m.Made == 0:
				return lang.L("not known")
			case m.Pictures:
				return lang.L("%s per picture", money(m.PerUnit()))
			}
			return lang.L("%s per second", money(m.PerUnit()))
		}},
	}
}

// failedWords returns the number of failed requests of a model and their share.
func failedWords(m ledger.ModelStats) string {
	if m.Failed == 0 {
		return "0"
	}
	return lang.L("%[1]s (%[2]s %%)", lang.Number(m.Failed), lang.Decimal(100*float64(m.Failed)/float64(m.Sent), 1))
}

// grouping is one way to part the ledger.
type grouping struct {
	by     ledger.Grouping
	word   string                          // in the list of choices
	head   string                          // over the names
	empty  string                          // what has no name
	narrow func(q *query, to ledger.Group) // looks at a group alone; nil: a look at a day is not asked for
}

func groupings() []grouping {
	return []grouping{
		{ledger.ByDay, lang.L("By day"), lang.X("column", "Day"), "", nil},
		{ledger.ByModel, lang.L("By model"), lang.L("Model"), lang.L("corrections"),
			func(q *query, to ledger.Group) { q.filter.model = to.Key }},
		{ledger.ByJobKind, lang.L("By kind"), lang.L("Kind of job"), lang.L("corrections"),
			func(q *query, to ledger.Group) { q.filter.jobKind = db.JobKind(to.Key) }},
		{ledger.ByProfile, lang.L("By profile"), lang.L("Profile"), "",
			func(q *query, to ledger.Group) { q.profile, q.currency = to.Profile, "" }},
		{ledger.ByTag, lang.L("By tag"), lang.X("noun", "Tag"), lang.L("without a tag"),
			func(q *query, to ledger.Group) { q.filter.tag = to.Key }},
		{ledger.ByAlbum, lang.L("By album"), lang.L("Album"), lang.L("in no album"),
			func(q *query, to ledger.Group) { q.filter.album = to.Key }},
		{ledger.ByClient, lang.L("By program"), lang.L("Program"), lang.L("not by a program"),
			func(q *query, to ledger.Group) { q.filter.client = to.Key }},
	}
}

func groupingOf(by ledger.Grouping) grouping {
	all := groupings()
	for _, g := range all {
		if g.by == by {
			return g
		}
	}
	return all[0]
}

// group is one group in words. Its rates come later, because they need a look at every file.
type group struct {
	name    string
	charged string
	share   float64 // of the largest group, 0 to 1
	percent string  // of the whole; "" where groups overlap or are never added
	jobs    string
	filter  ledger.Filter // chooses what is in it
	narrow  func(*query)  // looks at it alone; nil: it has no name to look for
	rates   rates
}

// groupsOf words groups, the dearest first.
func groupsOf(all []ledger.Group, by ledger.Grouping, a result) (out []group) {
	way, most, whole := groupingOf(by), int64(0), int64(0)
	for _, g := range all {
		most, whole = max(most, g.Charged), whole+max(g.Charged, 0)
	}
	for _, g := range all {
		p := a.profile
		if i := slices.IndexFunc(a.profiles, func(p db.Profile) bool { return p.ID == g.Profile }); by == ledger.ByProfile && i >= 0 {
			p = a.profiles[i]
		}
		m := wording.MoneyFormat{Currency: g.Currency, Play: p.Sandbox, AmongPlay: by != ledger.ByProfile && p.Sandbox}
		o := group{name: groupName(g, by, a, p), charged: m.Alone(g.Charged), jobs: jobCount(g.Jobs)}
		if by == ledger.ByProfile || g.Key != "" {
			o.narrow = func(q *query) { way.narrow(q, g) }
		}
		if most > 0 && by != ledger.ByProfile {
			o.share = max(float64(g.Charged)/float64(most), 0)
		}
		if whole > 0 && by != ledger.ByTag && by != ledger.ByAlbum && by != ledger.ByProfile {
			o.percent = percent(g.Charged, whole)
		}
		q := a.query
		if o.narrow != nil {
			o.narrow(&q)
		}
		o.filter = q.sums()
		o.filter.Currency = g.Currency
		out = append(out, o)
	}
	return out
}

func jobCount(n int) string { return lang.N("%s job", "%s jobs", n, lang.Number(n)) }

func groupName(g ledger.Group, by ledger.Grouping, a result, p db.Profile) string {
	switch {
	case by == ledger.ByProfile:
		return p.Name
	case g.Key == "":
		return groupingOf(by).empty
	case by == ledger.ByJobKind:
		return wording.Kind(db.JobKind(g.Key))
	case by == ledger.ByAlbum:
		return albumName(a.albums, g.Key)
	}
	return g.Key
}

func albumName(all []db.Album, ref string) string {
	if i := slices.IndexFunc(all, func(a db.Album) bool { return a.Ref == ref }); i >= 0 {
		return all[i].Name
	}
	return lang.L("deleted album")
}

// percent words a share of a whole above zero, rounded half up.
func percent(part, whole int64) string {
	for whole > 1<<52 { // the product below must fit
		part, whole = part>>1, whole>>1
	}
	if part < 0 {
		return ""
	}
	if n := (part*100 + whole/2) / whole; n > 0 || part == 0 {
		return fmt.Sprintf("%d %%", n)
	}
	return lang.L("under %s", "1 %")
}

// rates are what a second kept and a starred picture did cost, in words; "" where nothing was got.
type rates struct{ second, starred string }

func (r rates) words() string {
	var facts []string
	if r.second != "" {
		facts = append(facts, lang.L("%s per second kept", r.second))
	}
	if r.starred != "" {
		facts = append(facts, lang.L("%s per starred picture", r.starred))
	}
	return strings.Join(facts, " · ")
}

// readRates reads the rates of what a filter chooses, in the currency that it names.
func readRates(ctx context.Context, l Library, f ledger.Filter) (rates, error) {
	var out rates
	for _, r := range []struct {
		of func(context.Context, ledger.Filter) ([]ledger.Rate, error)
		to *string
	}{{l.CostPerSecondKept, &out.second}, {l.CostPerStarred, &out.starred}} {
		all, err := r.of(ctx, f)
		if err != nil {
			return rates{}, fmt.Errorf("read rates: %w", err)
		}
		for _, rate := range all {
			if rate.Currency == f.Currency && rate.Amount > 0 {
				*r.to = wording.MoneyFormat{Currency: rate.Currency}.Of(rate.PerUnit)
			}
		}
	}
	return out, nil
}

// mostRates is for how many groups rates are read.
const mostRates = 16

// updateRates reads the rates of all that is asked for, and of its groups, and shows them where nothing else is asked for by then. Off the
// window's goroutine.
func (s *Screen) updateRates(ctx context.Context, a result) {
	whole := a.query.sums()
	whole.Currency = a.currency
	out := make([]rates, 1+min(len(a.groups), mostRates))
	for i := range out {
		f := whole
		if i > 0 {
			if a.groups[i-1].narrow == nil {
				continue // what has no name cannot be asked for alone
			}
			f = a.groups[i-1].filter
		}
		var err error
		if out[i], err = readRates(ctx, s.deps.Library, f); err != nil || s.asked.get() != a.query {
			return // said where the sums are read; without rates their places stay empty
		}
	}
	s.deps.Post(func() {
		if s.shown.query == a.query && s.built {
			s.shown.rates = out
			s.overview.set(s.shown)
		}
	})
}
