package widgets

import (
	"cmp"
	"slices"
	"sort"
)

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

// TileWall is what JustifiedRows shows: tiles under headings, with the tables to find one by its ID and to lay them out. It never
// changes once it is made, and is made away from the window's goroutine: for 100,000 tiles that takes some milliseconds.
type TileWall struct {
	tiles  []Tile
	groups []TileGroup
	counts []int
	byID   []int32 // places of the tiles in the order of their IDs; nil where they stand in it, or in the opposite one
	down   bool    // the IDs of the tiles get smaller
}

// NewTileWall makes a wall. The groups' counts sum up to the number of tiles; nil: no headings. IDs differ from one another.
func NewTileWall(tiles []Tile, groups []TileGroup) *TileWall {
	w := &TileWall{tiles: tiles, groups: groups, counts: []int{len(tiles)}}
	if groups != nil {
		w.counts = make([]int, len(groups))
		for i, g := range groups {
			w.counts[i] = g.Count
		}
	}
	w.sort()
	return w
}

// sort makes the table by ID. Tiles mostly stand in the order of their IDs, forwards or backwards, and then need none.
func (w *TileWall) sort() {
	n := len(w.tiles)
	w.down = n > 1 && w.tiles[0].ID > w.tiles[n-1].ID
	sorted := true
	for i := 1; i < n && sorted; i++ {
		sorted = (w.tiles[i].ID < w.tiles[i-1].ID) == w.down
	}
	if sorted {
		return
	}
	w.byID, w.down = make([]int32, n), false
	for i := range w.byID {
		w.byID[i] = int32(i)
	}
	slices.SortFunc(w.byID, func(a, b int32) int { return cmp.Compare(w.tiles[a].ID, w.tiles[b].ID) })
}

// Len returns the number of tiles.
func (w *TileWall) Len() int { return len(w.tiles) }

// IndexOf returns the place of the tile of an ID, -1: there is none.
func (w *TileWall) IndexOf(id int64) int {
	at := func(i int) int {
		switch {
		case w.byID != nil:
			return int(w.byID[i])
		case w.down:
			return len(w.tiles) - 1 - i
		}
		return i
	}
	i := sort.Search(len(w.tiles), func(i int) bool { return w.tiles[at(i)].ID >= id })
	if i < len(w.tiles) && w.tiles[at(i)].ID == id {
		return at(i)
	}
	return -1
}

// Heir returns the place in w of the tile that follows the one at index of old, or else comes before it, and is still there; -1: none is.
// The tile itself is its own first heir.
func (w *TileWall) Heir(old *TileWall, index int) int {
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
	if w.groups != nil {
		opt.header, opt.after = tileHeader, tileAfter
	}
	return justify(w.counts, w.tiles, opt)
}

// Groups returns the headings as they were set.
func (w *TileWall) Groups() []TileGroup { return w.groups }
