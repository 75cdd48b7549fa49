package kit

import "sort"

// The room above the tiles of a group, px.
const (
	tileHeader = 34
	tileAfter  = 8
)

// The arithmetic of justified rows: pictures of any shape fill rows of one width, whole and uncropped.

// justifyOptions are the measures of a layout, in px.
type justifyOptions struct {
	width  float32 // room for a row
	target float32 // height that rows come close to
	single bool    // a list: every picture has a row of the target height to itself
	gap    float32 // between pictures and between rows
	header float32 // height of a group's heading, 0: none
	after  float32 // extra room before the next group
}

// justifiedRow is a heading (group >= 0) or a row of the pictures [from, to).
type justifiedRow struct {
	top, height float32
	from, to    int32
	group       int32
}

// justified is a finished layout.
type justified struct {
	opt   justifyOptions
	tiles []Tile
	rows  []justifiedRow
	total float32
}

// Shapes outside of this are shown as if they were at its edge: a row would be a sliver otherwise.
const (
	aspectMin = 0.35
	aspectMax = 3.5
)

// justify lays out groups of pictures. The last row of a group keeps the target height and is not stretched. Tops are
// whole pixels and summed exactly, so that the hundred-thousandth row has no rounding error.
func justify(groups []TileGroup, tiles []Tile, opt justifyOptions) justified {
	j := justified{opt: opt, tiles: tiles}
	if opt.width <= 0 {
		return j
	}
	y, first := float64(0), 0
	for g, group := range groups {
		if group.Count == 0 {
			continue
		}
		if opt.header > 0 {
			j.rows = append(j.rows, justifiedRow{top: float32(y), height: opt.header, from: int32(first),
				to: int32(first), group: int32(g)})
			y += float64(opt.header)
		}
		y = j.fill(first, first+group.Count, y) + float64(opt.after)
		first += group.Count
	}
	j.total = max(float32(y)-opt.after-opt.gap, 0)
	return j
}

// aspect is the shape that a picture is shown in.
func (j *justified) aspect(i int) float32 { return min(max(j.tiles[i].Aspect, aspectMin), aspectMax) }

// put adds a row of the pictures [a, b) and returns the y below it.
func (j *justified) put(a, b int, h float32, y float64) float64 {
	h = round(h)
	j.rows = append(j.rows, justifiedRow{top: float32(y), height: h, from: int32(a), to: int32(b), group: -1})
	return y + float64(h) + float64(j.opt.gap)
}

// fill lays out the pictures [from, end) starting at y and returns the y below them.
func (j *justified) fill(from, end int, y float64) float64 {
	sum := float32(0)
	for i := from; i < end; i++ {
		if j.opt.single {
			y, from = j.put(i, i+1, j.opt.target, y), i+1
			continue
		}
		a := j.aspect(i)
		h := j.heightOf(sum+a, i+1-from)
		if h > j.opt.target {
			sum += a
			continue
		}
		// The row is full. Without this picture it would be higher than the target, with it lower: take the height that
		// is closer.
		if i > from {
			if without := j.heightOf(sum, i-from); without-j.opt.target < j.opt.target-h {
				y = j.put(from, i, without, y)
				from, sum = i, a
				if alone := j.heightOf(sum, 1); alone <= j.opt.target {
					y = j.put(i, i+1, alone, y)
					from, sum = i+1, 0
				}
				continue
			}
		}
		y = j.put(from, i+1, h, y)
		from, sum = i+1, 0
	}
	if from < end {
		y = j.put(from, end, min(j.opt.target, j.heightOf(sum, end-from)), y)
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

// rowOf returns the row of a picture, -1 for none.
func (j *justified) rowOf(index int) int {
	r := sort.Search(len(j.rows), func(i int) bool { return int(j.rows[i].to) > index })
	if r == len(j.rows) || index < int(j.rows[r].from) {
		return -1
	}
	return r
}

// tileRect is a place in px.
type tileRect struct{ x, y, w, h float32 }

// each calls f with the rectangle of each picture of a row. Edges are at whole pixels, and a stretched row ends exactly
// at the width.
func (j *justified) each(row int, f func(index int, r tileRect)) {
	r := j.rows[row]
	if j.opt.single {
		f(int(r.from), tileRect{0, r.top, j.opt.width, r.height})
		return
	}
	// The height was rounded. All pictures share the difference in width, which would otherwise fall on the last one.
	sum := float32(0)
	for i := r.from; i < r.to; i++ {
		sum += j.aspect(int(i))
	}
	room := j.opt.width - j.opt.gap*float32(r.to-r.from-1)
	scale := r.height
	if stretched := room / sum; abs(stretched-r.height) <= 1 {
		scale = stretched
	}
	x := float32(0)
	for i := r.from; i < r.to; i++ {
		end := x + j.aspect(int(i))*scale
		left, right := round(x), round(end)
		if i == r.to-1 && right > j.opt.width-2 {
			right = j.opt.width
		}
		f(int(i), tileRect{left, r.top, right - left, r.height})
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

// vertical returns the picture that is by rows further down (or up) under the middle of another.
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

// nearest returns the picture of a row with the middle closest to x.
func (j *justified) nearest(row int, x float32) int {
	best, dist := int(j.rows[row].from), float32(unbounded)
	j.each(row, func(i int, r tileRect) {
		if d := abs(r.x + r.w/2 - x); d < dist {
			best, dist = i, d
		}
	})
	return best
}

func abs(v float32) float32 { return max(v, -v) }

// Tile is one picture of JustifiedRows: an ID that stays its own, and its width by its height.
type Tile struct {
	ID     int64
	Aspect float32
}

// TileGroup is a heading over the next Count tiles: a day, and what it held.
type TileGroup struct {
	Title, Note string
	Count       int
}

// TileWall holds the tiles and headings of JustifiedRows, and finds tiles by ID. It is immutable, and is made off the
// window's goroutine: 100,000 tiles take some milliseconds.
type TileWall struct {
	tiles  []Tile
	groups []TileGroup
	byID   map[int64]int32 // places of the tiles
}

// NewTileWall makes a wall. The groups' counts sum up to the number of tiles; nil: no headings. IDs differ from one
// another.
func NewTileWall(tiles []Tile, groups []TileGroup) *TileWall {
	w := &TileWall{tiles: tiles, groups: groups, byID: make(map[int64]int32, len(tiles))}
	for i, t := range tiles {
		w.byID[t.ID] = int32(i)
	}
	return w
}

// Len returns the number of tiles.
func (w *TileWall) Len() int { return len(w.tiles) }

// IndexOf returns the index of the tile with an ID, -1 if there is none.
func (w *TileWall) IndexOf(id int64) int {
	if i, ok := w.byID[id]; ok {
		return int(i)
	}
	return -1
}

// Successor returns the index in w of the tile at index of old, if it still exists. Otherwise it returns that of the
// next tile in old that still exists, or else of the closest one before; -1 if there is none.
func (w *TileWall) Successor(old *TileWall, index int) int {
	if index < 0 || index >= len(old.tiles) {
		return -1
	}
	for _, t := range old.tiles[index:] {
		if i := w.IndexOf(t.ID); i >= 0 {
			return i
		}
	}
	for i := index - 1; i >= 0; i-- {
		if at := w.IndexOf(old.tiles[i].ID); at >= 0 {
			return at
		}
	}
	return -1
}

func (w *TileWall) layOut(opt justifyOptions) justified {
	if w.groups == nil {
		return justify([]TileGroup{{Count: len(w.tiles)}}, w.tiles, opt)
	}
	opt.header, opt.after = tileHeader, tileAfter
	return justify(w.groups, w.tiles, opt)
}

// Groups returns the headings as they were set.
func (w *TileWall) Groups() []TileGroup { return w.groups }
