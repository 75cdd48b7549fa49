package gallery

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
)

// purse is a sum that may be added to: money of one currency, real or of a sandbox.
type purse struct {
	sandbox  bool
	currency string
}

// costs says what the assets of each day cost, by the day's start.
type costs map[int64]map[purse]int64

func (c costs) add(day time.Time, p purse, micros int64) {
	key := day.Unix()
	if c[key] == nil {
		c[key] = make(map[purse]int64, 1)
	}
	c[key][p] += micros
}

// words says what a day cost: each currency by itself, sandbox money apart from real money; "" where nothing is known.
func (c costs) words(day time.Time) string {
	sums := c[day.Unix()]
	purses := make([]purse, 0, len(sums))
	for p, micros := range sums {
		if micros != 0 {
			purses = append(purses, p)
		}
	}
	slices.SortFunc(purses, func(a, b purse) int {
		switch {
		case a.sandbox == b.sandbox:
			return cmp.Compare(a.currency, b.currency)
		case b.sandbox:
			return -1
		}
		return 1
	})
	words := make([]string, 0, len(purses))
	for _, p := range purses {
		w := wording.Money(sums[p], p.currency)
		if p.sandbox {
			w = lang.L("%s (sandbox)", w)
		}
		words = append(words, w)
	}
	return strings.Join(words, " + ")
}

// midnight is the beginning of the day of a moment, in its location.
func midnight(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location())
}

// daysOf cuts rows that stand in the order of their dates into days, as days are where now is.
func daysOf(rows []db.GridRow, c costs, now time.Time) []widgets.TileGroup {
	var out []widgets.TileGroup
	for i := 0; i < len(rows); {
		day := midnight(rows[i].At().In(now.Location()))
		from, to := day.UnixMilli(), day.AddDate(0, 0, 1).UnixMilli()
		last := i + 1
		for last < len(rows) && rows[last].Created >= from && rows[last].Created < to {
			last++
		}
		note := itemCount(last - i)
		if sum := c.words(day); sum != "" {
			note += " · " + sum
		}
		out = append(out, widgets.TileGroup{Title: wording.Day(day, now), Note: note, Count: last - i})
		i = last
	}
	return out
}

// week is the rows [from, to) of the wall that were made in a week.
type week struct {
	start    time.Time // Monday's midnight
	from, to int       // from > to where the wall runs from the newest to the oldest: from is then where the week begins in time
}

// count is how many rows a week has.
func (w week) count() int { return max(w.to-w.from, w.from-w.to) }

// weeksOf counts rows that stand in the order of their dates by weeks, without a gap from the oldest to the newest.
func weeksOf(rows []db.GridRow, in *time.Location) []week {
	if len(rows) == 0 {
		return nil
	}
	step, i := 1, 0
	if rows[0].Created > rows[len(rows)-1].Created {
		step, i = -1, len(rows)-1
	}
	edge := func(i int) int { // of the place before a row, seen in the direction of time
		if step < 0 {
			return i + 1
		}
		return i
	}
	day := midnight(rows[i].At().In(in))
	start := day.AddDate(0, 0, -int(day.Weekday()-time.Monday+7)%7)
	var out []week
	for i >= 0 && i < len(rows) {
		end := start.AddDate(0, 0, 7)
		first := i
		for i >= 0 && i < len(rows) && rows[i].Created < end.UnixMilli() {
			i += step
		}
		out = append(out, week{start: start, from: edge(first), to: edge(i)})
		start = end
	}
	return out
}
