package chart

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
	"viviscope/resources"
)

// Amount is what was charged for one thing at a moment of a span, such as for a model on a day.
type Amount struct {
	At     time.Time
	Of     string // the name of the series
	Micros int64  // negative where a correction takes back more than was charged
}

// Series is one thing that is charged for, in all bars.
type Series struct {
	Name   string
	Micros int64 // its sum
	Color  fyne.ThemeColorName
}

// Bucket is one bar.
type Bucket struct {
	Span
	Label  string  // under the bar
	Name   string  // before its values
	Micros []int64 // by series
	Total  int64
	Ran    int64 // the sum up to and with this bar
	Future bool  // it has not begun
	Now    bool  // it is now
}

// Figures is everything that a chart shows. It is a value; make another one instead of changing it.
type Figures struct {
	Unit    Unit
	Series  []Series // lowest first
	Buckets []Bucket
	Budget  *int64 // what the whole period may cost; nil: no budget
	Total   int64
}

// mostSeries is how many colours there are.
const mostSeries = 4

// Of gathers amounts into the figures of a period. Amounts outside the period are left out. The dearest series come
// first; where there are more than four, all from the fourth on become one.
func Of(amounts []Amount, from, to, now time.Time) Figures {
	f := Figures{Unit: UnitOf(from, to)}
	amounts = slices.DeleteFunc(slices.Clone(amounts), func(a Amount) bool { return a.At.Before(from) || !a.At.Before(to) })
	place := f.series(amounts)
	alone := from.Year() == to.Add(-1).Year() && from.Month() == to.Add(-1).Month()
	for _, s := range SpansOf(f.Unit, from, to) {
		f.Buckets = append(f.Buckets, Bucket{Span: s, Label: s.label(f.Unit, alone), Name: s.name(f.Unit),
			Micros: make([]int64, len(f.Series)), Future: s.From.After(now), Now: !s.From.After(now) && s.To.After(now)})
	}
	for _, a := range amounts {
		b := &f.Buckets[f.At(a.At)]
		i := place[a.Of]
		b.Micros[i] += a.Micros
		b.Total += a.Micros
		f.Series[i].Micros += a.Micros
		f.Total += a.Micros
	}
	ran := int64(0)
	for i := range f.Buckets {
		ran += f.Buckets[i].Total
		f.Buckets[i].Ran = ran
	}
	return f
}

// At returns the bar of a moment, -1 where it lies outside.
func (f Figures) At(t time.Time) int {
	i, _ := slices.BinarySearchFunc(f.Buckets, t, func(b Bucket, t time.Time) int {
		if b.To.After(t) {
			return 1
		}
		return -1
	})
	if i == len(f.Buckets) || t.Before(f.Buckets[i].From) {
		return -1
	}
	return i
}

// series decides what has a colour of its own, and returns where each name went. The same figures give the same colours.
func (f *Figures) series(amounts []Amount) map[string]int {
	sums := map[string]int64{}
	for _, a := range amounts {
		sums[a.Of] += a.Micros
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
		if place[name] = own; own == len(f.Series) {
			f.Series = append(f.Series, Series{Name: shown, Color: colors[own]})
		}
	}
	return place
}

// Unit is how long the time of one bar is.
type Unit int

// The units, from the shortest.
const (
	Day Unit = iota
	Week
	Month
	Year
)

// UnitWords are what is said of bars of a unit.
type UnitWords struct{ Column, Charged, InThis string }

// Words returns what is said of bars of the unit.
func (u Unit) Words() UnitWords {
	return [...]UnitWords{
		Day:   {lang.X("column", "Day"), lang.L("charged by day"), lang.L("charged on this day")},
		Week:  {lang.X("column", "Week"), lang.L("charged by week"), lang.L("charged in this week")},
		Month: {lang.X("column", "Month"), lang.L("charged by month"), lang.L("charged in this month")},
		Year:  {lang.X("column", "Year"), lang.L("charged by year"), lang.L("charged in this year")},
	}[u]
}

// mostBars is how many bars are still told apart. A longer period takes the next unit.
const mostBars = 62

// Span is the time of one bar, in the location of the period that it is a part of.
type Span struct{ From, To time.Time }

// UnitOf returns the shortest unit in which a period has at most 62 bars, or years.
func UnitOf(from, to time.Time) Unit {
	for u := Day; u < Year; u++ {
		if !moreThan(mostBars, u, from, to) {
			return u
		}
	}
	return Year
}

func moreThan(n int, u Unit, from, to time.Time) bool {
	t := start(u, from)
	for range n {
		t = next(u, t)
	}
	return t.Before(to)
}

// SpansOf cuts a period, whose end is not in it, at every beginning of a unit. The first and the last may be shorter than
// a unit. Days have the length that they have where the person is: 23 or 25 hours twice a year. Weeks begin on Monday.
func SpansOf(u Unit, from, to time.Time) []Span {
	var all []Span
	for at := from; at.Before(to); {
		end := next(u, start(u, at))
		if end.After(to) {
			end = to
		}
		all = append(all, Span{at, end})
		at = end
	}
	return all
}

// start returns the beginning of the unit in which t lies.
func start(u Unit, t time.Time) time.Time {
	y, m, d := t.Date()
	switch u {
	case Week:
		d -= (int(t.Weekday()) + 6) % 7
	case Month:
		d = 1
	case Year:
		m, d = time.January, 1
	}
	return time.Date(y, m, d, 0, 0, 0, 0, t.Location())
}

// next returns the beginning of the unit after the one that begins at t.
func next(u Unit, t time.Time) time.Time {
	y, m, d := t.Date()
	switch u {
	case Day:
		d++
	case Week:
		d += 7
	case Month:
		m++
	case Year:
		y++
	}
	return time.Date(y, m, d, 0, 0, 0, 0, t.Location())
}

// label words a span under its bar; alone is whether all bars lie in one month.
func (s Span) label(u Unit, alone bool) string {
	switch {
	case u == Day && alone:
		return strconv.Itoa(s.From.Day())
	case u == Month:
		return lang.MonthOfYear(s.From)
	case u == Year:
		return s.From.Format("2006")
	}
	return lang.DayOfYear(s.From)
}

// name words a span for its values: "12 November 2026", "2 to 8 November 2026".
func (s Span) name(u Unit) string {
	switch u {
	case Day:
		return lang.WeekdayDay(s.From)
	case Month:
		return lang.MonthOfYearLong(s.From)
	case Year:
		return s.From.Format("2006")
	}
	last := s.To.AddDate(0, 0, -1)
	if last.Before(s.From) {
		last = s.From
	}
	return lang.X("range", "%s to %s", lang.DayOfYear(s.From), lang.Day(last))
}
