package costs

import (
	"slices"
	"strconv"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db/ledger"
	"viviscope/db/search"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// amounts are the parts of a bar in micro-units, lowest first: charged, reserved, refunded. A correction can make charged negative.
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

// chartSeries returns the kinds of amounts, lowest first.
func chartSeries() [3]series {
	return [3]series{{lang.X("amount", "charged"), resources.Chart1}, {lang.X("amount", "reserved"), resources.Chart2},
		{lang.X("amount", "refunded"), resources.Chart3}}
}

// bucket is one bar.
type bucket struct {
	period
	amounts
	label  string // under the bar
	name   string // before its values
	future bool   // it has not begun
	now    bool   // it is now
}

// chartData is everything that a chart shows, in micro-units of one currency. It is a value; make another one instead of changing it.
type chartData struct {
	money   wording.MoneyFormat
	unit    unit
	buckets []bucket
	total   amounts
}

// chartOf gathers groups of days into the bars of a period.
func chartOf(days []ledger.Group, p period, u unit, now time.Time, money wording.MoneyFormat) chartData {
	f := chartData{money: money, unit: u}
	alone := !p.to.After(monthOf(p.from).to)
	for _, s := range p.parts(u) {
		f.buckets = append(f.buckets, bucket{period: s, label: s.label(u, alone), name: s.name(u), future: s.from.After(now), now: s.has(now)})
	}
	for _, g := range days {
		if i := f.at(p.within(g.Day)); i >= 0 {
			f.buckets[i].add(amountsOf(g.Sums))
			f.total.add(amountsOf(g.Sums))
		}
	}
	return f
}

// at returns the bar of a moment, -1 where it lies outside.
func (f chartData) at(t time.Time) int {
	return slices.IndexFunc(f.buckets, func(b bucket) bool { return b.has(t) })
}

// within returns when a day begins in the period: the first day may be cut.
func (p period) within(day time.Time) time.Time {
	if day.Before(p.from) {
		return p.from
	}
	return day
}

// unit is a part of the calendar.
type unit int

const (
	oneDay unit = iota
	oneWeek
	oneMonth
	oneYear
)

// Bars of days stand for a period of at most mostDays, by default up to fewDays. A longer one has bars of months.
const (
	fewDays  = 92
	mostDays = 366
)

// parts cuts a period at every beginning of a unit. The first and the last may be shorter than a unit. Days have the length that they
// have where the user is: 23 or 25 hours twice a year. Weeks begin on Monday.
func (p period) parts(u unit) (all []period) {
	for at := p.from; at.Before(p.to); {
		end := spanOf(u, at).to
		if end.After(p.to) {
			end = p.to
		}
		all = append(all, period{at, end})
		at = end
	}
	return all
}

// spanOf is the unit in which t lies.
func spanOf(u unit, t time.Time) period {
	y, m, _ := t.Date()
	from := func(y int, m time.Month) time.Time { return search.BeginOfDay(y, m, 1, t.Location()) }
	switch u {
	case oneWeek:
		monday := -(int(t.Weekday()) + 6) % 7
		return period{day(t, monday), day(t, monday+7)}
	case oneMonth:
		return period{from(y, m), from(y, m+1)}
	case oneYear:
		return period{from(y, time.January), from(y+1, time.January)}
	}
	return period{day(t, 0), day(t, 1)}
}

// label words a day or a month under its bar; alone is whether all bars lie in one month.
func (p period) label(u unit, alone bool) string {
	switch {
	case u == oneMonth:
		return lang.MonthOfYear(p.from)
	case alone:
		return strconv.Itoa(p.from.Day())
	}
	return lang.DayOfYear(p.from)
}

// name words a day or a month for its values.
func (p period) name(u unit) string {
	if u == oneMonth {
		return lang.MonthOfYearLong(p.from)
	}
	return lang.WeekdayDay(p.from)
}
