package widgets

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
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

// Bounds and start of the row height, in px.
const (
	TileHeightMin = 100
	TileHeight    = 150
	TileHeightMax = 320
)

const (
	tileGap    = 4
	tileHeader = 34
	tileAfter  = 8
)

// JustifiedRows is the gallery: whole pictures in rows of equal width, under headings. Only tiles in sight
// have cells. A click selects, Ctrl and Shift extend, arrows move, Space toggles, Enter opens, Ctrl+A
// selects all, Esc none.
type JustifiedRows struct {
	widget.BaseWidget
	// OnBind fills a cell with the tile at an index. Cheap: it is called while scrolling.
	OnBind func(cell fyne.CanvasObject, index int)
	// OnUnbind is told that a cell left the tile of an ID, so that work for it can be dropped. May be nil.
	OnUnbind func(cell fyne.CanvasObject, id int64)
	// OnOpen is called by Enter and by a double click.
	OnOpen func(index int)
	// OnSelect is called after the selection or the current tile changed.
	OnSelect func()
	// OnMenu is called by the secondary button and the menu key, at a place in the window.
	OnMenu func(index int, at fyne.Position)
	// OnKey is offered keys that the rows do not use, and reports whether it took them. May be nil.
	OnKey func(e *fyne.KeyEvent) bool
	// OnScrolled is called after the scroll place changed. May be nil.
	OnScrolled func()
	// Now is the clock that tells a double click; nil is the system's.
	Now func() time.Time

	newCell func() fyne.CanvasObject
	tiles   []Tile
	groups  []TileGroup
	target  float32
	lay     justified
	sel     selection
	width   float32
	focused bool
	pointed bool // the last thing that moved was the pointer: no ring is drawn then
	shift   bool // Shift is held

	lastTap struct {
		id int64
		at time.Time
	}
	scroll *container.Scroll
	body   *tilesBody
}

// NewJustifiedRows makes an empty gallery; newCell makes an empty cell.
func NewJustifiedRows(newCell func() fyne.CanvasObject) *JustifiedRows {
	j := &JustifiedRows{newCell: newCell, target: TileHeight, sel: newSelection(0)}
	j.body = &tilesBody{rows: j, cells: map[int64]*tileFrame{}, heads: map[int]*tileHead{}}
	j.body.ExtendBaseWidget(j.body)
	j.scroll = container.NewVScroll(j.body)
	j.scroll.OnScrolled = func(fyne.Position) { j.scrolled() }
	j.ExtendBaseWidget(j)
	return j
}

func (j *JustifiedRows) scrolled() {
	j.body.show()
	if j.OnScrolled != nil {
		j.OnScrolled()
	}
}

// SetTiles replaces all tiles. What is selected stays selected by its ID, and the tile at the top of the
// window stays where it is, unless the rows stand at their very top. The groups' counts sum up to the
// number of tiles; nil: no headings.
func (j *JustifiedRows) SetTiles(tiles []Tile, groups []TileGroup) {
	id, into, kept := j.anchor()
	old, oldTiles := j.sel, j.tiles
	chosen := make(map[int64]bool, old.count)
	for _, i := range old.indexes() {
		chosen[oldTiles[i].ID] = true
	}
	idAt := func(i int) int64 {
		if i >= 0 && i < len(oldTiles) {
			return oldTiles[i].ID
		}
		return 0
	}
	currentID, anchorID := idAt(old.current), idAt(old.anchor)
	j.tiles, j.groups, j.sel = tiles, groups, newSelection(len(tiles))
	top := -1
	for i, t := range tiles {
		if chosen[t.ID] {
			j.sel.set(i, true)
		}
		if currentID != 0 && t.ID == currentID {
			j.sel.current = i
		}
		if anchorID != 0 && t.ID == anchorID {
			j.sel.anchor = i
		}
		if kept && t.ID == id {
			top = i
		}
	}
	if j.sel.current < 0 && old.current >= 0 && len(tiles) > 0 {
		j.sel.current = min(old.current, len(tiles)-1) // the current tile went: its place is taken by the next
	}
	j.relay()
	if r, ok := j.lay.rect(top); ok && top >= 0 {
		j.moveTo(r.y + into)
	}
	j.body.rebind()
	j.reflow()
}

// SetTargetHeight changes the height that rows come close to, in px; the tile at the top stays in sight.
func (j *JustifiedRows) SetTargetHeight(px float32) {
	px = min(max(px, TileHeightMin), TileHeightMax)
	if px == j.target {
		return
	}
	at := j.topTile()
	j.target = px
	j.relay()
	if r, ok := j.lay.rect(at); ok && j.scroll.Offset.Y > 0 {
		j.moveTo(r.y)
	}
	j.reflow()
}

// TargetHeight returns the height that rows come close to, in px.
func (j *JustifiedRows) TargetHeight() float32 { return j.target }

// Update binds the tile of an ID again, if it is in sight.
func (j *JustifiedRows) Update(id int64) {
	if c := j.body.cells[id]; c != nil && j.OnBind != nil {
		j.OnBind(c.content, c.index)
	}
}

// Cell returns the cell that shows an ID now, or nil.
func (j *JustifiedRows) Cell(id int64) fyne.CanvasObject {
	if c := j.body.cells[id]; c != nil {
		return c.content
	}
	return nil
}

// Tiles returns the tiles as they were set.
func (j *JustifiedRows) Tiles() []Tile { return j.tiles }

// Selected returns the indexes of the selected tiles, in order.
func (j *JustifiedRows) Selected() []int { return j.sel.indexes() }

// SelectedCount returns how many tiles are selected.
func (j *JustifiedRows) SelectedCount() int { return j.sel.count }

// Current returns the index where the keyboard stands, -1: nowhere.
func (j *JustifiedRows) Current() int { return j.sel.current }

// Select selects one tile only and shows it.
func (j *JustifiedRows) Select(index int) {
	if index >= 0 && index < len(j.tiles) {
		j.sel.only(index)
		j.ScrollTo(index)
		j.selected()
	}
}

// SelectAll selects every tile.
func (j *JustifiedRows) SelectAll() { j.sel.all(); j.selected() }

// SelectNone selects nothing; the current tile stays.
func (j *JustifiedRows) SelectNone() { j.sel.clear(); j.selected() }

// Offset returns the scroll place in px.
func (j *JustifiedRows) Offset() float32 { return j.scroll.Offset.Y }

// SetOffset scrolls to a place in px.
func (j *JustifiedRows) SetOffset(y float32) { j.moveTo(y); j.reflow() }

// VisibleRange returns the half-open range of tiles in sight.
func (j *JustifiedRows) VisibleRange() (from, to int) {
	a, b := j.lay.visible(j.scroll.Offset.Y, j.scroll.Size().Height)
	if a >= b {
		return 0, 0
	}
	return j.lay.rows[a].from, j.lay.rows[b-1].to
}

// ScrollTo scrolls as little as is needed to show a tile whole.
func (j *JustifiedRows) ScrollTo(index int) {
	r, ok := j.lay.rect(index)
	if !ok {
		return
	}
	y, h := j.scroll.Offset.Y, j.scroll.Size().Height
	switch {
	case r.y < y || r.h > h:
		j.SetOffset(r.y - tileGap)
	case r.y+r.h > y+h:
		j.SetOffset(r.y + r.h - h + tileGap)
	}
}

func (j *JustifiedRows) selected() {
	j.body.marks()
	if j.OnSelect != nil {
		j.OnSelect()
	}
}

func (j *JustifiedRows) open(index int) {
	if index >= 0 && index < len(j.tiles) && j.OnOpen != nil {
		j.OnOpen(index)
	}
}

func (j *JustifiedRows) counts() []int {
	if j.groups == nil {
		return []int{len(j.tiles)}
	}
	out := make([]int, len(j.groups))
	for i, g := range j.groups {
		out[i] = g.Count
	}
	return out
}

// relay computes the rows for the width that there is.
func (j *JustifiedRows) relay() {
	opt := justifyOptions{width: max(j.width-tileRight, 0), target: j.target, gap: tileGap}
	if j.groups != nil {
		opt.header, opt.after = tileHeader, tileAfter
	}
	j.lay = justify(j.counts(), func(i int) float32 { return j.tiles[i].Aspect }, opt)
}

// tileRight keeps the scroll bar and the mark of a selected tile off the edge, px.
const tileRight = 14

// topTile returns the first tile in sight.
func (j *JustifiedRows) topTile() int {
	from, _ := j.VisibleRange()
	return from
}

func (j *JustifiedRows) anchor() (id int64, into float32, ok bool) {
	if j.scroll.Offset.Y <= 0 || len(j.tiles) == 0 {
		return 0, 0, false
	}
	i := min(j.topTile(), len(j.tiles)-1)
	r, ok := j.lay.rect(i)
	if !ok {
		return 0, 0, false
	}
	return j.tiles[i].ID, j.scroll.Offset.Y - r.y, true
}

func (j *JustifiedRows) moveTo(y float32) {
	limit := max(j.lay.total+tileBottom-j.scroll.Size().Height, 0)
	j.scroll.Offset.Y = min(max(y, 0), limit)
}

// tileBottom is the room under the last row, px.
const tileBottom = 16

func (j *JustifiedRows) reflow() {
	j.moveTo(j.scroll.Offset.Y)
	j.scroll.Refresh()
	j.scrolled()
}

// CreateRenderer draws the rows.
func (j *JustifiedRows) CreateRenderer() fyne.WidgetRenderer {
	return &justifiedRenderer{j: j, objects: []fyne.CanvasObject{j.scroll}}
}

type justifiedRenderer struct {
	j       *JustifiedRows
	objects []fyne.CanvasObject
}

func (r *justifiedRenderer) Destroy()                     {}
func (r *justifiedRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *justifiedRenderer) MinSize() fyne.Size           { return fyne.NewSize(200, 120) }

func (r *justifiedRenderer) Layout(s fyne.Size) {
	j := r.j
	r.objects[0].Resize(s)
	if j.width != s.Width {
		at := j.topTile()
		j.width = s.Width
		j.relay()
		if t, ok := j.lay.rect(at); ok && j.scroll.Offset.Y > 0 {
			j.moveTo(t.y)
		}
	}
	j.reflow()
}

// Refresh binds what is in sight again: the theme may have changed.
func (r *justifiedRenderer) Refresh() {
	r.j.body.free = nil
	r.j.body.rebind()
	r.j.reflow()
}
