package gallery

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"viviscope/db/search"
	"viviscope/gui/kit"
	"viviscope/gui/wording"
)

// dayCost returns the charges of a day as text, one sum per currency and play money separately; "" if no charge is
// known.
func dayCost(day search.Day, sandbox map[int64]bool, amongPlay bool) string {
	sums := map[wording.MoneyFormat]int64{}
	for _, c := range day.Costs {
		sums[wording.MoneyFormat{Currency: c.Currency, Play: sandbox[c.ProfileID], AmongPlay: amongPlay}] += c.Micros
	}
	maps.DeleteFunc(sums, func(_ wording.MoneyFormat, micros int64) bool { return micros == 0 })
	var words []string
	for _, f := range slices.SortedFunc(maps.Keys(sums), func(a, b wording.MoneyFormat) int {
		switch {
		case a.Play == b.Play:
			return cmp.Compare(a.Currency, b.Currency)
		case b.Play:
			return -1
		}
		return 1
	}) {
		words = append(words, f.Charged(sums[f]))
	}
	return strings.Join(words, " + ")
}

// daysOf splits rows, which are ordered by date, into days in the time zone of now. costs holds the cost texts by the
// start of the day, in Unix seconds.
func daysOf(rows []search.Row, costs map[int64]string, now time.Time) []kit.TileGroup {
	var out []kit.TileGroup
	for i := 0; i < len(rows); {
		y, m, d := rows[i].At().In(now.Location()).Date()
		day := search.StartOfDay(y, m, d, now.Location())
		from, to := day.UnixMilli(), search.StartOfDay(y, m, d+1, now.Location()).UnixMilli()
		last := i + 1
		for last < len(rows) && rows[last].Created >= from && rows[last].Created < to {
			last++
		}
		note := itemCount(last - i)
		if sum := costs[day.Unix()]; sum != "" {
			note += " · " + sum
		}
		out = append(out, kit.TileGroup{Title: wording.Day(day, now), Note: note, Count: last - i})
		i = last
	}
	return out
}
