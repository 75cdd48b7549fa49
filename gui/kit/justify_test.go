package kit

import (
	"math/rand/v2"
	"testing"
)

func shapes(seed uint64, n int) []Tile {
	r := rand.New(rand.NewPCG(seed, 1))
	tiles := make([]Tile, n)
	for i := range tiles {
		tiles[i] = Tile{ID: int64(i + 1), Aspect: []float32{9. / 16, 16. / 9, 1, 4. / 3, 21. / 9, 2. / 3}[r.IntN(6)]}
	}
	return tiles
}

func counts(of ...int) []TileGroup {
	groups := make([]TileGroup, len(of))
	for i, n := range of {
		groups[i].Count = n
	}
	return groups
}

func TestJustifiedRowsHoldEachPictureOnceAndFillTheWidth(t *testing.T) {
	for seed := range uint64(40) {
		groups := []int{1 + int(seed), 0, 23, 2}
		n := 0
		for _, g := range groups {
			n += g
		}
		opt := justifyOptions{width: 640 + 31*float32(seed), target: 150, gap: 4, header: 34, after: 8}
		j := justify(counts(groups...), shapes(seed, n), opt)
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
	j := justify(counts(200), shapes(3, 200), justifyOptions{width: 900, target: 150, gap: 4})
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
	j := justify(counts(4, 4), squares(1, 8), justifyOptions{width: 412, target: 100, gap: 4, header: 30})
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
	flat := justify(counts(3), shapes(1, 3), justifyOptions{width: 0, target: 50})
	if _, ok := flat.rect(1); ok || flat.rowOf(0) != -1 {
		t.Error("no room, but a place")
	}
}

func TestAListGivesEveryPictureARow(t *testing.T) {
	j := justify(counts(3, 2), shapes(1, 5), justifyOptions{width: 500, target: 56, header: 30, single: true})
	if len(j.rows) != 7 || j.total != 2*30+5*56 {
		t.Fatalf("%d rows, %v high", len(j.rows), j.total)
	}
	for i := range 5 {
		if r, ok := j.rect(i); !ok || r.w != 500 || r.h != 56 {
			t.Errorf("picture %d: %+v", i, r)
		}
	}
	if got := j.vertical(2, 1); got != 3 {
		t.Errorf("under 2 is %d", got)
	}
}

func TestTheLastOfAHundredThousandRowsLiesWhereItBelongs(t *testing.T) {
	j := justify(counts(100_000), squares(1, 100_000), justifyOptions{width: 1000, target: 320, gap: 4})
	last := j.rows[len(j.rows)-1]
	before := j.rows[len(j.rows)-2]
	if last.top != before.top+before.height+4 || last.top != float32(int(last.top)) {
		t.Errorf("the last row begins at %v, the one before ends at %v", last.top, before.top+before.height)
	}
}

func BenchmarkJustify100k(b *testing.B) {
	a := shapes(1, 100_000)
	groups := make([]int, 1000)
	for i := range groups {
		groups[i] = 100
	}
	for b.Loop() {
		justify(counts(groups...), a, justifyOptions{width: 1100, target: 150, gap: 4, header: 34, after: 8})
	}
}
