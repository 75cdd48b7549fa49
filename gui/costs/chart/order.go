package chart

import (
	"cmp"
	"maps"
	"slices"
)

// dearest orders names by their sums, the largest first, and by themselves where sums are the same: the same figures give
// the same colours.
func dearest(sums map[string]int64) []string {
	return slices.SortedFunc(maps.Keys(sums), func(a, b string) int {
		return cmp.Or(cmp.Compare(sums[b], sums[a]), cmp.Compare(a, b))
	})
}
