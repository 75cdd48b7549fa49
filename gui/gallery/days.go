package gallery

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"viviscope/db"
	"viviscope/gui/wording"
)

// day is a run of items made on one day: items[first:last] of the wall.
type day struct {
	first, last int
	title       string // "Today, 21 November"
	note        string // "7 items · ¥20.64"
}

// group sorts assets newest first and cuts them into days, as days are where now is.
func group(assets []db.Asset, costs costs, now time.Time) []day {
	slices.SortStableFunc(assets, func(a, b db.Asset) int {
		return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), cmp.Compare(b.ID, a.ID))
	})
	var out []day
	for i := 0; i < len(assets); {
		title := wording.Day(assets[i].CreatedAt, now)
		last := i + 1
		for last < len(assets) && wording.DaysBetween(assets[last].CreatedAt, assets[i].CreatedAt.In(now.Location())) == 0 {
			last++
		}
		out = append(out, day{first: i, last: last, title: title, note: note(assets[i:last], costs)})
		i = last
	}
	return out
}

// note says how many items a day has and what their jobs were charged.
func note(assets []db.Asset, c costs) string {
	words := wording.Count(len(assets), "item", "items")
	if sum := c.sum(assets); sum != "" {
		words += " · " + sum
	}
	return words
}

// purse is a sum that may be added to: money of one currency, real or of a sandbox.
type purse struct {
	sandbox  bool
	currency string
}

// costs says what each job was charged.
type costs map[int64]map[purse]int64

// costsOf adds up charges by job. Only charges count: a reserve is not spent yet, a refund never was.
func costsOf(entries []db.Entry, profiles []db.Profile) costs {
	sandbox := make(map[int64]bool, len(profiles))
	for _, p := range profiles {
		sandbox[p.ID] = p.Sandbox
	}
	c := make(costs)
	for _, e := range entries {
		if e.Kind != db.Charge || e.AmountMicros == nil {
			continue
		}
		if c[e.JobID] == nil {
			c[e.JobID] = make(map[purse]int64, 1)
		}
		c[e.JobID][purse{sandbox[e.ProfileID], e.Currency}] += *e.AmountMicros
	}
	return c
}

// sum words what the jobs of some assets were charged, each job once, each currency by itself, sandbox money apart from real money.
func (c costs) sum(assets []db.Asset) string {
	sums := make(map[purse]int64)
	seen := make(map[int64]bool, len(assets))
	for _, a := range assets {
		if a.JobID == 0 || seen[a.JobID] {
			continue
		}
		seen[a.JobID] = true
		for p, micros := range c[a.JobID] {
			sums[p] += micros
		}
	}
	purses := make([]purse, 0, len(sums))
	for p := range sums {
		purses = append(purses, p)
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
			w += " (sandbox)"
		}
		words = append(words, w)
	}
	return strings.Join(words, " + ")
}
