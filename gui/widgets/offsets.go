package widgets

import "sort"

// offsets answers where each row of a column of uneven rows lies: prefix sums of the heights.
type offsets struct {
	sums []float32 // sums[i] is the top of row i; the last is the bottom of all
}

// newOffsets sums heights with a gap between rows.
func newOffsets(heights []float32, gap float32) offsets {
	sums := make([]float32, len(heights)+1)
	for i, h := range heights {
		sums[i+1] = sums[i] + h
		if i < len(heights)-1 {
			sums[i+1] += gap
		}
	}
	return offsets{sums}
}

func (o offsets) len() int { return max(len(o.sums)-1, 0) }

func (o offsets) total() float32 {
	if len(o.sums) == 0 {
		return 0
	}
	return o.sums[len(o.sums)-1]
}

func (o offsets) top(i int) float32 { return o.sums[i] }

// at returns the row that holds y, held between the first and the last; -1 where there are no rows.
func (o offsets) at(y float32) int {
	n := o.len()
	if n == 0 {
		return -1
	}
	i := sort.Search(n, func(i int) bool { return o.sums[i+1] > y })
	return min(i, n-1)
}

// visible returns the half-open range of rows that touch the window [y, y+height).
func (o offsets) visible(y, height float32) (from, to int) {
	n := o.len()
	if n == 0 || height <= 0 {
		return 0, 0
	}
	from = o.at(max(y, 0))
	to = sort.Search(n, func(i int) bool { return o.sums[i] >= y+height })
	return from, max(to, from)
}

// grow changes the height of row i by d.
func (o offsets) grow(i int, d float32) {
	for k := i + 1; k < len(o.sums); k++ {
		o.sums[k] += d
	}
}
