package db

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Digit by digit comes out what a stable sort by comparing makes, whatever the keys are.
func TestSortedByKey(t *testing.T) {
	keys := rapid.OneOf(
		rapid.SampledFrom([]float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.MaxFloat64, math.SmallestNonzeroFloat64}),
		rapid.Float64(), rapid.Map(rapid.IntRange(-5000, 5000), func(n int) float64 { return float64(n) }))
	rapid.Check(t, func(t *rapid.T) {
		var all []sortable
		for i, key := range rapid.SliceOfN(keys, 0, 200).Draw(t, "keys") {
			all = append(all, sortable{key: key, place: uint32(i)})
		}
		want := slices.Clone(all)
		slices.SortStableFunc(want, func(a, b sortable) int { return cmp.Compare(a.key, b.key) })
		sortByKey(all)
		if !slices.Equal(all, want) {
			t.Fatalf("got %v\nwant %v", all, want)
		}
		ties := 0
		eachTie(all, func(tie []sortable) {
			for _, s := range tie {
				if s.key != tie[0].key {
					t.Fatalf("%v and %v are no tie", s, tie[0])
				}
			}
			ties += len(tie) - 1
		})
		for i := 1; i < len(all); i++ {
			if all[i].key == all[i-1].key {
				ties--
			}
		}
		if ties != 0 {
			t.Fatalf("%d ties too many", ties)
		}
	})
}
