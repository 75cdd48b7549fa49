package costs

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db/search"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// charge is what was charged for one thing at a moment, such as for a model on a day.
type charge struct {
	at     time.Time
	of     string // the name of the series
	micros int64  // negative where a correction takes back more than was charged
}

// series is one thing that is charged for, in all bars.
type series struct {
	name   string
	micros int64 // its sum
	color  fyne.ThemeColorName
}

// bucket is one bar.
type bucket struct {
	period
	label  string  // under the bar
	name   string  // before its values
	micros []int64 // by series
	total  int64
	ran    int64 // the sum up to and with this bar
	future bool  // it has not begun
	now    bool  // it is now
}

// chartData is everything that a chart shows, in micro-units of one currency. It is a value; make another one instead of changing it.
type chartData struct {
	money   wording.MoneyFormat
	unit    unit
	series  []series // lowest first
	buckets []bucket
	budget  *int64 // what the whole period may cost; nil: no budget
	total   int64
}

// mostSeries is how many colours there are.
const mostSeries = 4

// chartOf gathers charges into what a chart of a period shows. Those outside the period are left out. The dearest series come
// first; where there are more than four, all from the fourth on become one.
func chartOf(charges []charge, p period, now time.Time, money wording.MoneyFormat) chartData {
	f := chartData{money: money, unit: p.unit()}
	charges = slices.DeleteFunc(slices.Clone(charges), func(c charge) bool { return !p.has(c.at) })
	place := f.gather(charges)
	alone := !p.to.After(monthOf(p.from).to)
	for _, s := range p.parts(f.unit) {
		f.buckets = append(f.buckets, bucket{period: s, label: s.label(f.unit, alone), name: s.name(f.unit),
			micros: make([]int64, len(f.series)), future: s.from.After(now), now: s.has(now)})
	}
	for _, c := range charges {
		b := &f.buckets[f.at(c.at)]
		i := place[c.of]
		b.micros[i] += c.micros
		b.total += c.micros
		f.series[i].micros += c.micros
		f.total += c.micros
	}
	ran := int64(0)
	for i := range f.buckets {
		ran += f.buckets[i].total
		f.buckets[i].ran = ran
	}
	return f
}

// at returns the bar of a moment, -1 where it lies outside.
func (f chartData) at(t time.Time) int {
	return slices.IndexFunc(f.buckets, func(b bucket) bool { return b.has(t) })
}

// gather decides what has a colour of its own, and returns where each name went. The same charges give the same colours.
func (f *chartData) gather(charges []charge) map[string]int {
	sums := map[string]int64{}
	for _, c := range charges {
		sums[c.of] += c.micros
	}
	dearest := slices.SortedFunc(maps.Keys(sums), func(a, b string) int {
		return cmp.Or(cmp.Compare(sums[b], sums[a]), cmp.Compare(a, b))
	})
	colors := [mostSeries]fyne.ThemeColorName{resources.Chart1, resources.Chart2, resources.Chart3, resources.Chart4}
	place := map[string]int{}
	for i, name := range dearest {
		own, shown := i, name
		if rest := len(dearest) - mostSeries + 1; rest > 1 && i >= mostSeries-1 {
			own, shown = mostSeries-1, lang.N("%d other", "%d others", rest, rest)
		}
		if place[name] = own; own == len(f.series) {
			f.series = append(f.series, series{name: shown, color: colors[own]})
		}
	}
	return place
}

// unit is how long the time of one bar is.
type unit int

const (
	oneDay unit = iota
	oneWeek
	oneMonth
	oneYear
)

// unitWords are what is said of bars of a unit.
type unitWords struct{ column, charged, inThis string }

func (u unit) words() unitWords {
	return [...]unitWords{
		oneDay:   {lang.X("column", "Day"), lang.L("charged by day"), lang.L("charged on this day")},
		oneWeek:  {lang.X("column", "Week"), lang.L("charged by week"), lang.L("charged in this week")},
		oneMonth: {lang.X("column", "Month"), lang.L("charged by month"), lang.L("charged in this month")},
		oneYear:  {lang.X("column", "Year"), lang.L("charged by year"), lang.L("charged in this year")},
	}[u]
}

// mostBars is how many bars are still told apart. A longer period takes the next unit.
const mostBars = 62

// unit is the shortest in which a period has at most 62 bars, or years.
func (p period) unit() unit {
	for u := oneDay; u < oneYear; u++ {
		if len(p.parts(u)) <= mostBars {
			return u
		}
	}
	return oneYear
}

// parts cuts a period at every beginning of a unit. The first and the last may be shorter than a unit. Days have the length that they
// have where the person is: 23 or 25 hours twice a year. Weeks begin on Monday.
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

// label words a span under its bar; alone is whether all bars lie in one month.
func (p period) label(u unit, alone bool) string {
	switch {
	case u == oneDay && alone:
		return strconv.Itoa(p.from.Day())
	case u == oneMonth:
		return lang.MonthOfYear(p.from)
	case u == oneYear:
		return p.from.Format("2006")
	}
	return lang.DayOfYear(p.from)
}

// name words a span for its values: "12 November 2026", "2 to 8 November 2026".
func (p period) name(u unit) string {
	switch u {
	case oneDay:
		return lang.WeekdayDay(p.from)
	case oneMonth:
		return lang.MonthOfYearLong(p.from)
	case oneYear:
		return p.from.Format("2006")
	}
	last := p.last()
	if last.Before(p.from) {
		last = p.from
	}
	return lang.X("range", "%s to %s", lang.DayOfYear(p.from), lang.Day(last))
}
