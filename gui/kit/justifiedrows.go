package kit

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// Bounds and start of the row height, in px.
const (
	TileHeightMin = 100
	TileHeight    = 150
	TileHeightMax = 320
)

const (
	tileGap    = 4
	tileRight  = 14 // keeps the scroll bar and the mark of a selected tile off the edge
	tileBottom = 16 // room under the last row
	listRow    = 56 // height of a tile in a list
)

// JustifiedRows is the gallery: whole pictures in rows of equal width under headings, or a list with one row for each.
// Only tiles in sight have cells; Unbind is called for a cell that leaves, where it has that method. A click selects,
// Ctrl and Shift extend, arrows move, Space toggles, Enter opens, Ctrl+A selects all, Esc none. A held key repeats only
// where it moves. Keys that are pressed before the first tiles are there wait for them. In Fyne's GridWrap all cells
// have one size.
type JustifiedRows struct {
	widget.BaseWidget
	named
	Presses
	// fills a cell with a tile. It must be fast: it is called while scrolling
	OnBind   func(cell fyne.CanvasObject, index int)
	OnOpen   func(index int) // Enter or a double click
	OnSelect func()          // the selection or the current tile changed
	// the secondary button or the menu key, at a position in the window
	OnMenu func(index int, at fyne.Position)
	// a selected tile is dragged, at a position in the window
	OnDrag    func(index int, at fyne.Position)
	OnDragEnd func() // it was dropped
	// gets keys that the rows do not use, once for a press; reports whether it used one
	OnKey      func(e *fyne.KeyEvent) bool
	OnShortcut func(s fyne.Shortcut) // gets shortcuts that the rows do not use
	OnZoom     func(larger bool)     // the wheel was turned with Ctrl
	OnScrolled func()                // the scroll offset or the layout changed
	// label beside the scroll bar while this tile is at the top; "": none
	LabelOf func(index int) string
	// runs f later on the window's goroutine; hides the label
	Later func(d time.Duration, f func()) (cancel func() bool)
	// more tiles are to come: keys that go to the end wait for them
	Waiting bool

	makeCell func() fyne.CanvasObject
	wall     *TileWall
	shown    bool // a wall was shown
	target   float32
	list     bool
	lay      justified
	sel      selection
	width    float32
	focused  bool
	pointed  bool // the last thing that moved was the pointer: no ring is drawn then
	early    []fyne.KeyName
	body     *recycler
	label    *scrollLabel
	anchor   *Anchor // to scroll to once the width is known; nil: none
}

// AccessibilityLabel returns the name, and the label of the current tile if it is visible.
func (j *JustifiedRows) AccessibilityLabel() string {
	for _, c := range j.body.cells {
		if f, ok := c.object.(*tileFrame); ok && f.index == j.sel.current {
			return j.with(f.AccessibilityLabel())
		}
	}
	return j.with("")
}

// NewJustifiedRows makes an empty gallery; newCell makes an empty cell.
func NewJustifiedRows(newCell func() fyne.CanvasObject) *JustifiedRows {
	j := &JustifiedRows{
		OnBind: func(fyne.CanvasObject, int) {}, OnOpen: func(int) {}, OnSelect: func() {},
		OnMenu: func(int, fyne.Position) {}, OnDrag: func(int, fyne.Position) {}, OnDragEnd: func() {},
		OnKey: func(*fyne.KeyEvent) bool {
			return false
		},
		OnShortcut: func(fyne.Shortcut) {}, OnScrolled: func() {}, OnZoom: func(bool) {}, LabelOf: func(int) string {
			return ""
		},
		Later:    func(time.Duration, func()) func() bool { return func() bool { return false } },
		makeCell: newCell, wall: NewTileWall(nil, nil), target: TileHeight, sel: newSelection(0),
		label: newScrollLabel(),
	}
	j.body = newRecycler(scrolledRows{j.height, j.eachVisible, j.newCell, j.bindCell, j.leave, j.placed, j.zoom})
	j.ExtendBaseWidget(j)
	return j
}

// ShowWall replaces all tiles. What is selected stays selected by its ID, and the tile at the top of the window stays
// where it is, unless the rows stand at their very top. Where the current tile is gone, the next one takes its place.
func (j *JustifiedRows) ShowWall(w *TileWall) {
	old, oldSel := j.wall, j.sel
	hold := j.hold()
	j.wall, j.sel = w, newSelection(w.Len())
	for _, i := range oldSel.indexes() {
		j.sel.set(w.IndexOf(old.tiles[i].ID), true)
	}
	j.sel.current = w.Successor(old, oldSel.current)
	if oldSel.anchor >= 0 {
		j.sel.anchor = w.IndexOf(old.tiles[oldSel.anchor].ID)
	}
	j.lay = w.layOut(j.options())
	hold.tile = w.Successor(old, hold.tile)
	j.restore(hold)
	if j.focused {
		j.haveCurrent()
	}
	j.body.reflow(true)
	j.replay()
}

// SetTargetHeight changes the height that rows come close to, in px. The current tile stays where it is while it is in
// sight, else the tile at the top does.
func (j *JustifiedRows) SetTargetHeight(px float32) {
	px = min(max(px, TileHeightMin), TileHeightMax)
	if px != j.target {
		j.target = px
		j.relayout(j.hold())
	}
}

// TargetHeight returns the height that rows come close to, in px.
func (j *JustifiedRows) TargetHeight() float32 { return j.target }

// SetList shows a list, or rows of pictures; newCell makes the empty cells of it.
func (j *JustifiedRows) SetList(on bool, newCell func() fyne.CanvasObject) {
	j.list, j.makeCell = on, newCell
	j.body.drop()
	j.relayout(j.hold())
}

// Update binds the tile of an ID again, if it is in sight.
func (j *JustifiedRows) Update(id int64) { j.body.bind(id) }

// UpdateAll binds all tiles in sight again.
func (j *JustifiedRows) UpdateAll() { j.body.rebind() }

// Cell returns the cell that shows an ID now, or nil.
func (j *JustifiedRows) Cell(id int64) fyne.CanvasObject {
	if c := j.body.cells[id]; c != nil {
		return c.object.(*tileFrame).content
	}
	return nil
}

// Selected returns the indexes of the selected tiles, in order.
func (j *JustifiedRows) Selected() []int { return j.sel.indexes() }

// SelectedCount returns how many tiles are selected.
func (j *JustifiedRows) SelectedCount() int { return j.sel.count }

// IsSelected reports whether the tile at an index is selected.
func (j *JustifiedRows) IsSelected(index int) bool { return j.sel.has(index) }

// Current returns the index of the current tile, -1 for none.
func (j *JustifiedRows) Current() int { return j.sel.current }

// Select selects one tile only and shows it.
func (j *JustifiedRows) Select(index int) {
	if index >= 0 && index < j.wall.Len() {
		j.sel.only(index)
		j.ScrollTo(index)
		j.selected()
	}
}

// SelectThese selects the tiles at these indexes and no others.
func (j *JustifiedRows) SelectThese(indexes []int) {
	j.sel.clear()
	for _, i := range indexes {
		j.sel.set(i, true)
	}
	j.selected()
}

// SelectAll selects every tile.
func (j *JustifiedRows) SelectAll() { j.sel.all(); j.selected() }

// SelectNone selects nothing; the current tile stays.
func (j *JustifiedRows) SelectNone() { j.sel.clear(); j.selected() }

// Offset returns the scroll place in px.
func (j *JustifiedRows) Offset() float32 { return j.body.scroll.Offset.Y }

// SetOffset scrolls to a place in px.
func (j *JustifiedRows) SetOffset(y float32) { j.body.setOffset(y) }

// VisibleRange returns the half-open range of tiles in sight.
func (j *JustifiedRows) VisibleRange() (from, to int) {
	a, b := j.lay.visible(j.body.scroll.Offset.Y, j.body.scroll.Size().Height)
	if a >= b {
		return 0, 0
	}
	return int(j.lay.rows[a].from), int(j.lay.rows[b-1].to)
}

// ScrollTo scrolls as little as is needed to show a tile whole.
func (j *JustifiedRows) ScrollTo(index int) {
	if r, ok := j.lay.rect(index); ok {
		j.body.reveal(r.y, r.y+r.h, tileGap)
	}
}

func (j *JustifiedRows) selected() {
	j.marks()
	j.OnSelect()
}

func (j *JustifiedRows) open(index int) {
	if index >= 0 && index < j.wall.Len() {
		j.OnOpen(index)
	}
}

func (j *JustifiedRows) CreateRenderer() fyne.WidgetRenderer {
	return &Drawing{[]fyne.CanvasObject{j.body.scroll, j.label.box}, func() fyne.Size {
		return fyne.NewSize(200, 120)
	}, j.arrange, j.body.refresh}
}

func (j *JustifiedRows) arrange(s fyne.Size) {
	hold := j.hold()
	j.body.scroll.Resize(s)
	if j.width != s.Width {
		j.width = s.Width
		j.relayout(hold)
	}
	j.body.reflow(false)
	if j.anchor != nil {
		j.ScrollToAnchor(*j.anchor)
	}
}

// The scroll position of JustifiedRows across a change of its layout.

// held is a scroll anchor: a tile, and the offset of the window's top into it, as a part of its height. With tile -1
// there is no anchor, and the rows are scrolled to the top.
type held struct {
	tile int
	into float32
}

// hold returns the scroll anchor: the current tile if it is selected and visible, otherwise the one at the top.
func (j *JustifiedRows) hold() held {
	y := j.body.scroll.Offset.Y
	if y <= 0 || j.wall.Len() == 0 {
		return held{tile: -1}
	}
	tile, _ := j.VisibleRange()
	if r, ok := j.lay.rect(j.sel.current); ok && j.sel.has(j.sel.current) && r.y >= y &&
		r.y+r.h <= y+j.body.scroll.Size().Height {
		tile = j.sel.current
	}
	tile = min(tile, j.wall.Len()-1)
	r, ok := j.lay.rect(tile)
	if !ok {
		return held{tile: -1}
	}
	return held{tile, (y - r.y) / max(r.h, 1)}
}

// restore scrolls so that the anchor has its former position.
func (j *JustifiedRows) restore(h held) {
	if h.tile < 0 {
		return
	}
	if r, ok := j.lay.rect(h.tile); ok {
		j.body.moveTo(r.y + h.into*r.h)
	}
}

// Anchor is a scroll position that stays valid in other layouts: a tile, and the offset of the window's top into it as
// a part of its height. The zero value is the top of the rows.
type Anchor struct {
	ID   int64
	Into float32
}

// Anchor returns the scroll position.
func (j *JustifiedRows) Anchor() Anchor {
	h := j.hold()
	if h.tile < 0 {
		return Anchor{}
	}
	return Anchor{j.wall.tiles[h.tile].ID, h.into}
}

// ScrollToAnchor scrolls to a position. Before the first layout it waits for that.
func (j *JustifiedRows) ScrollToAnchor(a Anchor) {
	if j.width == 0 {
		j.anchor = &a
		return
	}
	j.anchor = nil
	if i := j.wall.IndexOf(a.ID); i >= 0 {
		j.restore(held{i, a.Into})
		j.body.reflow(false)
	}
}

func (j *JustifiedRows) options() justifyOptions {
	opt := justifyOptions{width: max(j.width-tileRight, 0), target: j.target, gap: tileGap}
	if j.list {
		opt.target, opt.gap, opt.single = listRow, 0, true
	}
	return opt
}

// relayout lays out the wall again, which takes a millisecond for 100,000 tiles.
func (j *JustifiedRows) relayout(h held) {
	j.lay = j.wall.layOut(j.options())
	j.restore(h)
	j.body.reflow(false)
}

// The kinds of what scrolls in JustifiedRows.
const (
	kindTile = iota
	kindHead // the heading of a group; its key is less than 0
)

// overscan is how much beyond the window is bound, so that a scroll finds its pictures there, px.
const overscan = 160

// tileLeft keeps the mark of a selected tile inside the scroll's edge, px.
const tileLeft = 4

func (j *JustifiedRows) height() float32 { return j.lay.total + tileBottom }

func (j *JustifiedRows) eachVisible(visit func(r rowPlace)) {
	if j.body.scroll.Size().Height <= 0 {
		return
	}
	from, to := j.lay.visible(j.body.scroll.Offset.Y-overscan, j.body.scroll.Size().Height+2*overscan)
	for r := from; r < to; r++ {
		row := j.lay.rows[r]
		if row.group >= 0 {
			visit(rowPlace{-1 - int64(row.group), kindHead, int(row.group), tileLeft, row.top, j.lay.opt.width,
				row.height})
			continue
		}
		j.lay.each(r, func(i int, at tileRect) {
			visit(rowPlace{j.wall.tiles[i].ID, kindTile, i, at.x + tileLeft, at.y, at.w, at.h})
		})
	}
}

func (j *JustifiedRows) newCell(kind int) fyne.CanvasObject {
	if kind == kindHead {
		return NewRichText(resources.SizeSM, resources.Text2).Ellipsis()
	}
	return newTileFrame(j, j.makeCell())
}

func (j *JustifiedRows) bindCell(cell fyne.CanvasObject, r rowPlace) {
	switch c := cell.(type) {
	case *Text:
		g := j.wall.groups[r.index]
		c.SetSpans(Span{Text: g.Title, Bold: true, Color: resources.Text1}, Span{Text: "  " + g.Note})
	case *tileFrame:
		c.index = r.index
		j.OnBind(c.content, r.index)
	}
}

func (j *JustifiedRows) leave(cell fyne.CanvasObject) {
	if c, ok := cell.(*tileFrame); ok {
		c.index = -1
		unbind(c.content)
	}
}

func (j *JustifiedRows) zoom(larger bool) bool {
	if !j.list {
		j.OnZoom(larger)
	}
	return !j.list
}

func (j *JustifiedRows) placed() {
	j.marks()
	j.showLabel()
	j.OnScrolled()
}

func (j *JustifiedRows) marks() {
	for _, c := range j.body.cells {
		if f, ok := c.object.(*tileFrame); ok {
			f.mark(j.sel.has(f.index), j.focused && !j.pointed && f.index == j.sel.current)
		}
	}
}
