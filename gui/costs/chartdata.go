package costs

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db/ledger"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// chartData is everything that a chart shows, in micro-units of one currency. It is a value and never changes.
type chartData struct {
	money   wording.MoneyFormat
	unit    unit
	buckets []bucket
	total   amounts
}

// bucket is one bar.
type bucket struct {
	period
	amounts
	label  string // below the bar
	name   string // above its values
	future bool   // it has not begun
	now    bool   // it contains the present
}

// amounts are the parts of a bar in micro-units, from the bottom: charged, reserved, refunded. Corrections can make
// charged negative.
type amounts [3]int64

// amountsOf returns the parts of sums.
func amountsOf(s ledger.Sums) amounts { return amounts{s.Charged, s.Reserved, s.Refunded} }

func (a *amounts) add(b amounts) {
	for i := range a {
		a[i] += b[i]
	}
}

// series is one kind of amount in all bars.
type series struct {
	name  string
	color fyne.ThemeColorName
}

// chartSeries returns the kinds of amounts, from the bottom of a bar.
func chartSeries() [3]series {
	return [3]series{{lang.X("amount", "charged"), resources.Chart1}, {lang.X("amount", "reserved"), resources.Chart2},
		{lang.X("amount", "refunded"), resources.Chart3}}
}

// chartOf returns the bars of a period from groups of days.
func chartOf(days []ledger.Group, p period, now time.Time, money wording.MoneyFormat) chartData {
	u := p.barUnit()
	f := chartData{money: money, unit: u}
	alone := !p.to.After(monthOf(p.from).to)
	for _, s := range p.parts(u) {
		f.buckets = append(f.buckets, bucket{period: s, label: s.tickLabel(u, alone), name: s.unitTitle(u),
			future: s.from.After(now), now: s.has(now)})
	}
	for _, g := range days {
		i := f.bucketAt(p.clamp(g.Day))
		if i >= 0 {
			f.buckets[i].add(amountsOf(g.Sums))
			f.total.add(amountsOf(g.Sums))
		}
	}
	return f
}

// bucketAt returns the index of the bar that contains t; -1 if there is none.
func (f chartData) bucketAt(t time.Time) int {
	return slices.IndexFunc(f.buckets, func(b bucket) bool { return b.has(t) })
}

// heading returns what a bar of the chart is.
func (f chartData) heading() string {
	if f.unit == oneMonth {
		return lang.L("Costs by month")
	}
	return lang.L("Costs by day")
}

// value is a line in the box of a bar.
type value struct {
	name, amount string
	color        fyne.ThemeColorName // of its marker; "": none
}

// values returns the parts of a bar from its top to its bottom.
func (f chartData) values(bucket int) (all []value) {
	b := f.buckets[bucket]
	parts := chartSeries()
	for i, s := range slices.Backward(parts[:]) {
		if b.amounts[i] != 0 {
			all = append(all, value{s.name, f.money.Of(b.amounts[i]), s.color})
		}
	}
	switch {
	case len(all) > 0:
		return all
	case b.future:
		return []value{{name: lang.L("not yet")}}
	}
	return []value{{name: lang.L("nothing was charged")}}
}
