package costs

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// chartPane is the part between the sums and the table: the chart with its legend, and the choice of its currency.
type chartPane struct {
	ask        asker
	currencies []string // that can be chosen

	heading  *kit.Text
	currency *kit.Segmented
	legend   *legend
	chart    *chart
	none     *kit.Text // why the chart is empty
	head     *fyne.Container
	object   fyne.CanvasObject
}

func newChartPane(ask asker) *chartPane {
	p := &chartPane{ask: ask, heading: kit.NewText("", resources.SizeH2, resources.Text1, true), legend: newLegend()}
	p.chart = newChart(p.openBar)
	p.currency = kit.NewSegmented([]string{"CNY"}, func(i int) {
		if i < len(p.currencies) {
			ask(func(q *query) { q.currency = p.currencies[i] })
		}
	}).Tight()
	p.currency.Hide()
	p.none = small("").Centered()
	p.none.Hide()
	middle := kit.NewInset(0, 16, 0, 16, kit.NewColumn(0, kit.NewSpring(), p.legend, kit.NewSpring()))
	p.head = kit.NewFrame(nil, kit.NewFixed(0, chipHeight, p.heading), p.currency, middle)
	main := container.NewStack(kit.NewInset(4, 16, 6, 16, p.chart), container.NewCenter(p.none))
	p.object = kit.NewFrame(kit.NewInset(8, 16, 4, 16, p.head), nil, nil, main)
	return p
}

// openBar narrows the list to a bar, or shows the whole period again if the list is narrowed to it. It ignores an empty
// bar of the future, which has no entries.
func (p *chartPane) openBar(i int) {
	if i < 0 || i >= len(p.chart.data.buckets) {
		return
	}
	b := p.chart.data.buckets[i]
	if b.future && b.amounts == (amounts{}) {
		return
	}
	to := &b.period
	p.ask(func(q *query) {
		if q.filter.bar != nil && q.filter.bar.same(*to) {
			to = nil
		}
		q.filter.bar = to
	})
}

// show shows a result. A bar is a part of the period of the query, which may still be read.
func (p *chartPane) show(a result, q query) {
	p.currencies = a.currencies
	kit.Show(p.currency, len(a.currencies) > 1)
	if len(a.currencies) > 1 {
		p.currency.SetOptions(a.currencies)
		p.currency.SetSelected(slices.Index(a.currencies, a.currency))
	}
	p.heading.SetText(a.chart.heading())
	p.legend.data = a.chart
	p.legend.Refresh()
	relayout(p.head)
	kit.Show(p.chart, a.ready)
	selected := -1
	if q.filter.bar != nil {
		selected = a.chart.bucketAt(q.filter.bar.from)
	}
	p.chart.setData(a.chart, selected)
	kit.ShowText(p.none, emptyChartText(a))
}

// emptyChartText returns why a chart has no bars; "" if it has some.
func emptyChartText(a result) string {
	switch {
	case !a.ready || a.err != nil || a.chart.total != (amounts{}):
		return ""
	case a.unpriced > 0:
		return lang.N("%s job was charged at an unknown price.", "%s jobs were charged at unknown prices.", a.unpriced,
			lang.Number(a.unpriced))
	}
	return lang.L("Nothing was charged in this period.")
}
