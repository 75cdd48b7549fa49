package widgets

import (
	"math/rand/v2"
	"testing"
)

func shapes(seed uint64, n int) func(int) float32 {
	r := rand.New(rand.NewPCG(seed, 1))
	a := make([]float32, n)
	for i := range a {
		a[i] = []float32{9. / 16, 16. / 9, 1, 4. / 3, 21. / 9, 2. / 3}[r.IntN(6)]
	}
	return func(i int) float32 { return a[i] }
}

func TestJustifiedRowsHoldEachPictureOnceAndFillTheWidth(t *testing.T) {
	for seed := range uint64(40) {
		groups := []int{1 + int(seed), 0, 23, 2}
		n := 0
		for _, g := range groups {
			n += g
		}
		opt := justifyOptions{width: 640 + 31*float32(seed), target: 150, gap: 4, header: 34, after: 8}
		j := justify(groups, shapes(seed, n), opt)
		next, y := 0, float32(0)
		for r, row := range j.rows {
			if row.top < y {
				t.Fatalf("seed %d row %d: starts at %v above %v", seed, r, row.top, y)
			}
			y = row.top + row.height
			if row.group >= 0 {
				continue
			}
			last := r == len(j.rows)-1 || j.rows[r+1].group >= 0
			if row.height > opt.target*1.9 || row.height < opt.target*0.5 {
				t.Errorf("seed %d row %d: height %v for a target of %v", seed, r, row.height, opt.target)
			}
			end := float32(0)
			j.each(r, func(i int, at tileRect) {
				if i != next {
					t.Fatalf("seed %d: picture %d where %d belongs", seed, i, next)
				}
				next++
				if d := at.w/at.h - j.aspect(i); d > 0.1 || d < -0.1 {
					t.Errorf("seed %d picture %d: shape %v, want %v", seed, i, at.w/at.h, j.aspect(i))
				}
				end = at.x + at.w
			})
			if !last && end != opt.width {
				t.Errorf("seed %d row %d ends at %v of %v", seed, r, end, opt.width)
			}
			if last && row.height > opt.target {
				t.Errorf("seed %d: the last row is stretched to %v", seed, row.height)
			}
		}
		if next != n {
			t.Errorf("seed %d: %d pictures of %d", seed, next, n)
		}
		if j.total != y {
			t.Errorf("seed %d: total %v, last row ends at %v", seed, j.total, y)
		}
	}
}

func TestJustifiedVisibleIsWhatTouchesTheWindow(t *testing.T) {
	j := justify([]int{200}, shapes(3, 200), justifyOptions{width: 900, target: 150, gap: 4})
	for y := float32(-50); y < j.total+50; y += 37 {
		from, to := j.visible(y, 300)
		for r, row := range j.rows {
			if in, touches := r >= from && r < to, row.top < y+300 && row.top+row.height > y; in != touches {
				t.Fatalf("at %v: row %d (%v to %v) in range %v", y, r, row.top, row.top+row.height, in)
			}
		}
	}
}

func TestJustifiedVerticalGoesToTheNeighbourUnderTheMiddle(t *testing.T) {
	square := func(int) float32 { return 1 }
	j := justify([]int{4, 4}, square, justifyOptions{width: 412, target: 100, gap: 4, header: 30})
	for _, tc := range []struct{ from, by, want int }{{1, 1, 5}, {5, -1, 1}, {0, -1, 0}, {7, 1, 7}, {2, 9, 6}} {
		if got := j.vertical(tc.from, tc.by); got != tc.want {
			t.Errorf("from %d by %d: %d, want %d", tc.from, tc.by, got, tc.want)
		}
	}
}

func TestJustifyWithoutRoomOrPictures(t *testing.T) {
	none := justify(nil, nil, justifyOptions{width: 100, target: 50})
	if none.total != 0 || len(none.rows) != 0 {
		t.Errorf("no pictures: %+v", none)
	}
	flat := justify([]int{3}, shapes(1, 3), justifyOptions{width: 0, target: 50})
	if _, ok := flat.rect(1); ok || flat.rowOf(0) != -1 {
		t.Error("no room, but a place")
	}
}

func BenchmarkJustify100k(b *testing.B) {
	a := shapes(1, 100_000)
	groups := make([]int, 1000)
	for i := range groups {
		groups[i] = 100
	}
	for b.Loop() {
		justify(groups, a, justifyOptions{width: 1100, target: 150, gap: 4, header: 34, after: 8})
	}
}
