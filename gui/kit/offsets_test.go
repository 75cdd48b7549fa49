package kit

import (
	"slices"
	"testing"
)

func TestOffsetsFindRows(t *testing.T) {
	o := newOffsets(3, 5, func(i int) float32 { return float32(10 + 10*i) })
	if o.total() != 70 {
		t.Errorf("total %v, want 70", o.total())
	}
	for _, tc := range []struct {
		y    float32
		want int
	}{{-3, 0}, {0, 0}, {9, 0}, {15, 1}, {34, 1}, {40, 2}, {500, 2}} {
		if got := o.at(tc.y); got != tc.want {
			t.Errorf("at %v: %d, want %d", tc.y, got, tc.want)
		}
	}
	for _, tc := range []struct {
		y, h     float32
		from, to int
	}{{0, 10, 0, 1}, {0, 16, 0, 2}, {36, 10, 1, 3}, {40, 100, 2, 3}, {0, 0, 0, 0}} {
		if from, to := o.visible(tc.y, tc.h); from != tc.from || to != tc.to {
			t.Errorf("window %v+%v: %d to %d, want %d to %d", tc.y, tc.h, from, to, tc.from, tc.to)
		}
	}
	o.grow(0, 7)
	if o.top(1) != 22 || o.total() != 77 {
		t.Errorf("after growing: %v, %v", o.top(1), o.total())
	}
	var none offsets
	if none.at(3) != -1 || none.total() != 0 {
		t.Error("no rows, but a row")
	}
}

func TestSelectionFollowsTheRulesOfFileManagers(t *testing.T) {
	s := newSelection(8)
	same := func(step string, want ...int) {
		t.Helper()
		if got := s.indexes(); !slices.Equal(got, want) || s.count != len(want) {
			t.Fatalf("%s: %v (count %d), want %v", step, got, s.count, want)
		}
	}
	s.only(2)
	same("click", 2)
	s.extend(5)
	same("shift", 2, 3, 4, 5)
	s.extend(1)
	same("shift to the other side", 1, 2)
	s.toggle(6)
	same("ctrl adds", 1, 2, 6)
	s.toggle(2)
	same("ctrl removes", 1, 6)
	s.extend(4)
	same("shift from the last ctrl", 2, 3, 4)
	s.all()
	same("all", 0, 1, 2, 3, 4, 5, 6, 7)
	s.clear()
	same("none")
	s.set(99, true)
	same("outside")
}
