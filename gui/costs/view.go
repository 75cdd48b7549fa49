package costs

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// viewEvents are the callbacks of the view, besides those of the ledger.
type viewEvents struct {
	ledgerEvents
	onPeriods     func(button fyne.CanvasObject) // open the periods below a button
	onExport      func()
	onUnconfirmed func() // show the unconfirmed jobs
	onBudget      func() // change the budget
	onPrices      func() // show the prices, or hide them
	onEnterPrices func() // move the keyboard to the prices
	onReload      func() // read again
}

// view arranges the parts of the screen: the header and the sums at the top, the chart and the ledger below them, and
// the prices in a drawer at the right.
type view struct {
	header *header
	chips  *filterChips
	sums   *sums
	chart  *chartPane
	ledger *ledgerList

	unpriced, problem     *kit.Banner
	unpricedBox, errorBox *fyne.Container // around the banners
	waiting               *kit.Text       // until the first result
	top                   *fyne.Container // chips and banners
	main                  *fyne.Container // top, chart and ledger
	scroll                *kit.Scroll     // of main
	frame                 *fyne.Container // header and sums, and below them everything else
	side                  *kit.SidePane   // with the prices, which the user opens
	toggle                *kit.Button     // opens and closes it
	content               fyne.CanvasObject
}

// pricesWidth is the width of the prices, px.
const pricesWidth = 392

func newView(host action.Host, prices fyne.CanvasObject, events viewEvents) *view {
	toggle := kit.NewButton(lang.L("Prices"), resources.IconCoin, kit.Plain, nil)
	v := &view{
		header:  newHeader(host, events.ask, toggle, events.onPeriods, events.onExport),
		chips:   newFilterChips(events.ask, events.onClear),
		sums:    newSums(events.onUnconfirmed, events.onBudget),
		chart:   newChartPane(events.ask),
		ledger:  newLedgerList(host, events.ledgerEvents),
		waiting: small(lang.L("Reading the ledger")).Centered(),
	}
	reload := kit.NewButton(lang.L("Reload"), nil, kit.Plain, events.onReload).Small()
	v.problem = kit.NewBanner(resources.IconErrorCircle, kit.ToneErr, "", reload)
	enter := kit.NewButton(lang.L("Enter prices…"), nil, kit.Plain, events.onEnterPrices).Small()
	v.unpriced = kit.NewBanner(resources.IconCoin, kit.ToneWarn, "", enter)
	v.errorBox, v.unpricedBox = kit.NewInset(8, 16, 0, 16, v.problem), kit.NewInset(8, 16, 0, 16, v.unpriced)
	v.top = kit.NewColumn(0, v.chips.object, v.errorBox, v.unpricedBox)
	v.main = container.New(mainLayout{}, v.top, v.chart.object, v.ledger.object, v.waiting)
	v.scroll = kit.NewVScroll(v.main) // on a small screen the list is below the chart
	kit.Follow(v.scroll, v.main)
	prices.Hide() // until the drawer is opened
	v.side = kit.NewSidePane(v.scroll, prices, pricesWidth, toggle)
	v.side.Drawer = true
	toggle.OnTapped, v.toggle = events.onPrices, toggle
	v.frame = kit.NewFrame(kit.NewColumn(0, v.header.object, v.sums.object), nil, nil, v.side.Object())
	v.content = container.NewStack(kit.NewGround(resources.BgWindow), v.frame)
	return v
}

// show shows a result and the current query.
func (v *view) show(a result, q query) {
	topHeight, sumsHeight := v.top.MinSize().Height, v.sums.object.MinSize().Height
	v.header.show(a.names, q)
	v.chips.setFilter(q.filter, a.names, a.currency)
	v.sums.show(a.figures, a.budget)
	kit.Show(v.errorBox, a.err != nil)
	if a.err != nil {
		v.problem.SetText(lang.L("The ledger cannot be read."), " "+wording.Fault(a.err))
	}
	kit.Show(v.unpricedBox, a.unpriced > 0 && a.err == nil)
	v.unpriced.SetText(lang.N("%s entry has no price.", "%s entries have no price.", a.unpriced,
		lang.Number(a.unpriced)),
		" "+lang.N("Its cost is not included in any sum.", "Their cost is not included in any sum.", a.unpriced))
	kit.Show(v.waiting, !a.ready)
	kit.Show(v.chart.object, a.ready)
	kit.Show(v.ledger.object, a.ready)
	v.chart.show(a, q)
	v.ledger.show(a, q)
	grown := sumsHeight != v.sums.object.MinSize().Height
	if grown {
		relayout(v.frame)
	}
	if grown || topHeight != v.top.MinSize().Height {
		v.scroll.Refresh()
		relayout(v.main)
	}
}

// mainLayout stacks the top, the chart and the ledger, which takes the rest. The fourth object replaces the last two
// until a result is there.
type mainLayout struct{}

// The height of the chart, px.
const (
	chartShare = 0.36
	chartLeast = 190
	chartMost  = 290
)

func (mainLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	m := o[0].MinSize() // tables cut texts that do not fit
	m.Height += chartLeast + max(150, o[2].MinSize().Height)
	return m
}

func (mainLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	top := kit.HeightFor(o[0], s.Width)
	middle := min(max((s.Height-top)*chartShare, chartLeast), chartMost)
	place := func(o fyne.CanvasObject, y, height float32) { kit.Place(o, 0, y, s.Width, max(height, 0)) }
	place(o[0], 0, top)
	place(o[1], top, middle)
	place(o[2], top+middle, s.Height-top-middle)
	place(o[3], top, s.Height-top)
}
