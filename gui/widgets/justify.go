package widgets

import "sort"

// The arithmetic of justified rows: pictures of any shape fill rows of one width, whole and uncropped.

// justifyOptions are the measures of a layout, in px.
type justifyOptions struct {
	width  float32 // room for a row
	target float32 // height that rows come close to
	gap    float32 // between pictures and between rows
	header float32 // height of a group's heading, 0: none
	after  float32 // extra room before the next group
}

// justifiedRow is a heading (group >= 0) or a row of the pictures [from, to).
type justifiedRow struct {
	top, height float32
	from, to    int
	group       int
}

// justified is a finished layout.
type justified struct {
	opt    justifyOptions
	aspect func(i int) float32
	rows   []justifiedRow
	total  float32
}

// Shapes outside of this are shown as if they were at its edge: a row would be a sliver otherwise.
const (
	narrowest = 0.35
	widest    = 3.5
)

// justify lays out groups of pictures; groups holds how many belong to each, aspect their width by height.
// The last row of a group keeps the target height and is not stretched.
func justify(groups []int, aspect func(i int) float32, opt justifyOptions) justified {
	j := justified{opt: opt, aspect: func(i int) float32 { return min(max(aspect(i), narrowest), widest) }}
	if opt.width <= 0 {
		return j
	}
	y, first := float32(0), 0
	for g, n := range groups {
		if n == 0 {
			continue
		}
		if opt.header > 0 {
			j.rows = append(j.rows, justifiedRow{top: y, height: opt.header, from: first, to: first, group: g})
			y += opt.header
		}
		y = j.fill(first, first+n, y)
		first += n
		y += opt.after
	}
	j.total = max(y-opt.after-opt.gap, 0)
	return j
}

// fill lays out the pictures [from, end) from y on and returns where the next thing goes.
func (j *justified) fill(from, end int, y float32) float32 {
	put := func(a, b int, h float32) {
		j.rows = append(j.rows, justifiedRow{top: y, height: h, from: a, to: b, group: -1})
		y += h + j.opt.gap
	}
	sum := float32(0)
	for i := from; i < end; i++ {
		a := j.aspect(i)
		h := j.heightOf(sum+a, i+1-from)
		if h > j.opt.target {
			sum += a
			continue
		}
		// The row is full. Without this picture it would be higher than the target, with it lower: take
		// what comes closer.
		if i > from {
			if without := j.heightOf(sum, i-from); without-j.opt.target < j.opt.target-h {
				put(from, i, without)
				from, sum = i, a
				if j.heightOf(sum, 1) <= j.opt.target {
					put(i, i+1, j.heightOf(sum, 1))
					from, sum = i+1, 0
				}
				continue
			}
		}
		put(from, i+1, h)
		from, sum = i+1, 0
	}
	if from < end {
		put(from, end, min(j.opt.target, j.heightOf(sum, end-from)))
	}
	return y
}

// heightOf is the height at which n pictures of a summed shape fill the width.
func (j *justified) heightOf(sum float32, n int) float32 {
	return max((j.opt.width-j.opt.gap*float32(n-1))/sum, 1)
}

// visible returns the half-open range of rows that touch the window [y, y+height).
func (j *justified) visible(y, height float32) (from, to int) {
	from = sort.Search(len(j.rows), func(i int) bool { return j.rows[i].top+j.rows[i].height > y })
	to = sort.Search(len(j.rows), func(i int) bool { return j.rows[i].top >= y+height })
	return from, max(from, to)
}

// rowOf returns the row that holds a picture, -1: none.
func (j *justified) rowOf(index int) int {
	r := sort.Search(len(j.rows), func(i int) bool { return j.rows[i].to > index })
	if r == len(j.rows) || index < j.rows[r].from {
		return -1
	}
	return r
}

// tileRect is a place in px.
type tileRect struct{ x, y, w, h float32 }

// each calls f with the place of each picture of a row. Edges lie on whole pixels, and a stretched row
// ends exactly at the width.
func (j *justified) each(row int, f func(index int, r tileRect)) {
	r := j.rows[row]
	x := float32(0)
	for i := r.from; i < r.to; i++ {
		end := x + j.aspect(i)*r.height
		left, right := round(x), round(end)
		if i == r.to-1 && right > j.opt.width-2 {
			right = j.opt.width
		}
		f(i, tileRect{left, round(r.top), right - left, round(r.top+r.height) - round(r.top)})
		x = end + j.opt.gap
	}
}

func round(v float32) float32 { return float32(int(v + 0.5)) }

// rect returns the place of a picture.
func (j *justified) rect(index int) (out tileRect, ok bool) {
	row := j.rowOf(index)
	if row < 0 {
		return out, false
	}
	j.each(row, func(i int, r tileRect) {
		if i == index {
			out, ok = r, true
		}
	})
	return out, ok
}

// vertical returns the picture that lies by rows further down (or up) under the middle of another.
func (j *justified) vertical(index, by int) int {
	row := j.rowOf(index)
	from, ok := j.rect(index)
	if row < 0 || !ok {
		return index
	}
	step := 1
	if by < 0 {
		step = -1
	}
	last := index
	for left := by * step; left > 0; {
		row += step
		if row < 0 || row >= len(j.rows) {
			break
		}
		if j.rows[row].group >= 0 {
			continue
		}
		left--
		last = j.nearest(row, from.x+from.w/2)
	}
	return last
}

// nearest returns the picture of a row whose middle is closest to x.
func (j *justified) nearest(row int, x float32) int {
	best, dist := j.rows[row].from, float32(unbounded)
	j.each(row, func(i int, r tileRect) {
		if d := abs(r.x + r.w/2 - x); d < dist {
			best, dist = i, d
		}
	})
	return best
}

func abs(v float32) float32 {
	if v < 0 {
		return -v
	}
	return v
}
