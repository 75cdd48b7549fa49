package search

import (
	"slices"
	"testing"
	"time"
)

// Numbers in names sort by value, models ignore case, and assets without a value come last.
func TestOrderByNameAndModel(t *testing.T) {
	x := New(time.Now)
	x.Put(slices.Values([]Asset{
		{Row: Row{ID: 1, Created: 1}, Texts: [3]string{"Shot 10"}, Model: "clip-2"},
		{Row: Row{ID: 2, Created: 2}, Texts: [3]string{"shot 2"}, Model: "Clip-1"},
		{Row: Row{ID: 3, Created: 3}, Texts: [3]string{"boats"}},
		{Row: Row{ID: 4, Created: 4}, Texts: [3]string{"shot 010 b"}, Model: "art"},
	}))
	for order, want := range map[Order][]int64{
		ByName: {3, 2, 1, 4}, ByNameDesc: {4, 1, 2, 3}, ByModel: {4, 2, 1, 3}, ByModelDesc: {1, 2, 4, 3},
	} {
		rows, err := x.Find(t.Context(), Filter{Order: order})
		if err != nil {
			t.Fatal(err)
		}
		var ids []int64
		for _, r := range rows {
			ids = append(ids, r.ID)
		}
		if !slices.Equal(ids, want) {
			t.Errorf("%s: %v, want %v", order, ids, want)
		}
	}
}
