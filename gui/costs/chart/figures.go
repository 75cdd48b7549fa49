package chart

import (
	"time"

	"fyne.io/fyne/v2"

	"viviscope/resources"
)

// Amount is what was charged for one thing at a moment of a span, such as for a model on a day.
type Amount struct {
	At     time.Time
	Of     string // the series
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

// Words are the names of series in the language of the window.
type Words struct {
	Series func(of string) string // what an amount is of; nil: as it stands there
	Others func(n int) string     // of n series that have no colour of their own
}

// mostSeries is how many colours there are.
const mostSeries = 4

// Of gathers amounts into the figures of a period. Amounts outside the period are left out. The dearest series come
// first; where there are more than four, all from the fourth on become one.
func Of(amounts []Amount, from, to, now time.Time, words Words) Figures {
	f := Figures{Unit: UnitOf(from, to)}
	place := f.series(within(amounts, from, to), words)
	alone := from.Year() == to.Add(-1).Year() && from.Month() == to.Add(-1).Month()
	for _, s := range SpansOf(f.Unit, from, to) {
		f.Buckets = append(f.Buckets, Bucket{Span: s, Label: s.label(f.Unit, alone), Name: s.name(f.Unit),
			Micros: make([]int64, len(f.Series)), Future: s.From.After(now), Now: !s.From.After(now) && s.To.After(now)})
	}
	for _, a := range within(amounts, from, to) {
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
	lo, hi := 0, len(f.Buckets)
	for lo < hi {
		if mid := (lo + hi) / 2; f.Buckets[mid].To.After(t) {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	if lo == len(f.Buckets) || t.Before(f.Buckets[lo].From) {
		return -1
	}
	return lo
}

func within(amounts []Amount, from, to time.Time) []Amount {
	var in []Amount
	for _, a := range amounts {
		if !a.At.Before(from) && a.At.Before(to) {
			in = append(in, a)
		}
	}
	return in
}

// series decides what has a colour of its own, and returns where each name went.
func (f *Figures) series(amounts []Amount, words Words) map[string]int {
	sums := map[string]int64{}
	for _, a := range amounts {
		sums[a.Of] += a.Micros
	}
	names := dearest(sums)
	own := names
	if len(names) > mostSeries {
		own = names[:mostSeries-1]
	}
	colors := [mostSeries]fyne.ThemeColorName{resources.Chart1, resources.Chart2, resources.Chart3, resources.Chart4}
	place := map[string]int{}
	for i, n := range own {
		place[n] = i
		name := n
		if words.Series != nil {
			name = words.Series(n)
		}
		f.Series = append(f.Series, Series{Name: name, Color: colors[i]})
	}
	if rest := names[len(own):]; len(rest) > 0 {
		for _, n := range rest {
			place[n] = len(own)
		}
		f.Series = append(f.Series, Series{Name: words.Others(len(rest)), Color: colors[len(own)]})
	}
	return place
}
