package costs

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/kit"
	"viviscope/gui/lang"
)

// overview is the part between the sums and the ledger: the chart of days or months, or the table of another grouping.
type overview struct {
	ask        asker
	currencies []string // that can be chosen

	by       *kit.Picker
	currency *kit.Segmented
	legend   *legend
	chart    *chart
	padded   fyne.CanvasObject // the chart with its padding
	groups   *groupTable       // nil: none was shown yet
	body     *fyne.Container
	none     *kit.Text // why the chart or the table is empty
	head     *fyne.Container
	object   fyne.CanvasObject
}

func newOverview(ask asker) *overview {
	o := &overview{ask: ask, legend: newLegend()}
	o.chart = newChart(o.openBar)
	var words []string
	for _, g := range groupings() {
		words = append(words, g.word)
	}
	o.by = kit.NewSimplePicker(words, func(i int) { ask(func(q *query) { q.by = groupings()[i].by }) })
	o.currency = kit.NewSegmented([]string{"CNY"}, func(i int) {
		if i < len(o.currencies) {
			ask(func(q *query) { q.currency = o.currencies[i] })
		}
	}).Tight()
	o.currency.Hide()
	o.none = small("").Centered()
	o.none.Hide()
	o.padded = kit.NewInset(4, 16, 6, 16, o.chart)
	o.body = container.NewStack(o.padded)
	middle := kit.NewInset(0, 16, 0, 16, kit.NewColumn(0, kit.NewSpring(), o.legend, kit.NewSpring()))
	o.head = kit.NewFrame(nil, o.by, o.currency, middle)
	main := container.NewStack(o.body, container.NewCenter(o.none))
	o.object = kit.NewFrame(kit.NewInset(8, 16, 4, 16, o.head), nil, nil, main)
	return o
}

// openBar narrows the list to a bar, or shows the whole period again if the list is narrowed to it.
func (o *overview) openBar(i int) {
	if i < 0 || i >= len(o.chart.data.buckets) {
		return
	}
	to := &o.chart.data.buckets[i].period
	o.ask(func(q *query) {
		if q.filter.bar != nil && q.filter.bar.same(*to) {
			to = nil
		}
		q.filter.bar = to
	})
}

// show shows a result. While another grouping is read, the last one stays.
func (o *overview) show(a result, q query) {
	o.by.SetSelected(slices.IndexFunc(groupings(), func(g groupingInfo) bool { return g.by == q.shownBy() }))
	o.currencies = a.currencies
	kit.Show(o.legend, q.by.charted())
	kit.Show(o.currency, len(a.currencies) > 1 && q.by != byProfile)
	if len(a.currencies) > 1 {
		o.currency.SetOptions(a.currencies)
		o.currency.SetSelected(slices.Index(a.currencies, a.currency))
	}
	o.legend.data = a.chart
	o.legend.Refresh()
	relayout(o.head)
	if q.by != a.query.by && a.ready {
		return
	}
	o.none.Hide()
	switch {
	case !a.ready:
		o.chart.Hide()
	case q.by.charted():
		o.showChart(a, q)
	default:
		o.showGroups(a)
	}
}

func (o *overview) showChart(a result, q query) {
	o.put(o.padded)
	o.chart.Show()
	selected := -1
	if q.filter.bar != nil {
		selected = a.chart.bucketAt(q.filter.bar.from)
	}
	o.chart.setData(a.chart, selected)
	if a.chart.total == (amounts{}) && a.err == nil {
		words := lang.L("Nothing was charged in this period.")
		if a.unpriced > 0 {
			words = lang.N("%s job was charged at an unknown price.",
				"%s jobs were charged at unknown prices.", a.unpriced, lang.Number(a.unpriced))
		}
		kit.ShowText(o.none, words)
	}
}

func (o *overview) showGroups(a result) {
	if o.groups == nil || o.groups.by != a.query.by {
		o.groups = newGroupTable(a.query.by, o.ask)
	}
	o.groups.table.Set(a.groups)
	o.put(o.groups.object)
	if len(a.groups) == 0 && a.err == nil {
		words := lang.L("There are no entries in this period.")
		if a.query.by == byModel {
			words = lang.L("Nothing was sent in this period.")
		}
		kit.ShowText(o.none, words)
	}
}

// put shows the chart or the table.
func (o *overview) put(c fyne.CanvasObject) {
	if o.body.Objects[0] != c {
		o.body.Objects[0] = c
		o.body.Refresh()
	}
}

// focusTarget returns the control of the overview that the keyboard goes to.
func (o *overview) focusTarget(q query) fyne.Focusable {
	if q.by.charted() || o.groups == nil {
		return o.chart
	}
	return o.groups.table.List
}
