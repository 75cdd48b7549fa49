package widgets

import (
	"sort"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// tilesBody is what scrolls in JustifiedRows: frames for the tiles in sight and headings.
type tilesBody struct {
	widget.BaseWidget
	rows  *JustifiedRows
	cells map[int64]*tileFrame
	free  []*tileFrame
	heads map[int]*tileHead // by group
	draw  *tilesRenderer
}

// overscan is how much beyond the window is bound, so that a scroll finds its pictures there, px.
const overscan = 160

// show gives frames to the tiles in sight and takes them from the others.
func (b *tilesBody) show() {
	j := b.rows
	from, to := j.lay.visible(j.scroll.Offset.Y-overscan, j.scroll.Size().Height+2*overscan)
	if j.scroll.Size().Height <= 0 {
		from, to = 0, 0
	}
	first, last := 0, 0
	if from < to {
		first, last = int(j.lay.rows[from].from), int(j.lay.rows[to-1].to)
	}
	changed := false
	for id, c := range b.cells {
		if c.index >= first && c.index < last && j.wall.tiles[c.index].ID == id {
			continue
		}
		delete(b.cells, id)
		b.free = append(b.free, c)
		changed = true
		if j.OnUnbind != nil {
			j.OnUnbind(c.content, id)
		}
	}
	for g := range b.heads {
		if !b.headInSight(g, from, to) {
			delete(b.heads, g)
			changed = true
		}
	}
	for r := from; r < to; r++ {
		row := j.lay.rows[r]
		if row.group >= 0 {
			changed = b.head(row) || changed
			continue
		}
		j.lay.each(r, func(i int, at tileRect) {
			id := j.wall.tiles[i].ID
			c := b.cells[id]
			if c == nil {
				c = b.take()
				b.cells[id] = c
				c.index = i
				if j.OnBind != nil {
					j.OnBind(c.content, i)
				}
				changed = true
			}
			place(c, at.x+tileLeft, at.y, at.w, at.h)
		})
	}
	if changed && b.draw != nil {
		b.draw.collect()
	}
	b.marks()
}

// tileLeft keeps the mark of a selected tile inside the scroll's edge, px.
const tileLeft = 4

func (b *tilesBody) headInSight(g, from, to int) bool {
	for r := from; r < to; r++ {
		if int(b.rows.lay.rows[r].group) == g {
			return true
		}
	}
	return false
}

// head shows a heading and reports whether it is new in sight.
func (b *tilesBody) head(row justifiedRow) (added bool) {
	g := b.rows.wall.groups[row.group]
	h := b.heads[int(row.group)]
	if h == nil {
		h = newTileHead()
		b.heads[int(row.group)] = h
		added = true
	}
	h.text.SetSpans(Span{Text: g.Title, Bold: true, Color: resources.Text1}, Span{Text: "  " + g.Note})
	place(h.text, tileLeft, row.top, b.rows.lay.opt.width, row.height)
	return added
}

func (b *tilesBody) take() *tileFrame {
	if n := len(b.free); n > 0 {
		c := b.free[n-1]
		b.free = b.free[:n-1]
		return c
	}
	return newTileFrame(b.rows, b.rows.newCell())
}

// rebind fills all cells in sight again; the tiles may have moved to other indexes.
func (b *tilesBody) rebind() {
	j := b.rows
	for id, c := range b.cells {
		if c.index = j.wall.IndexOf(id); c.index >= 0 && j.OnBind != nil {
			j.OnBind(c.content, c.index)
		}
	}
}

// drop lets go of all cells: others take their place.
func (b *tilesBody) drop() {
	for id, c := range b.cells {
		if b.rows.OnUnbind != nil {
			b.rows.OnUnbind(c.content, id)
		}
	}
	clear(b.cells)
	b.free = nil
}

// marks draws selection and focus of the tiles in sight.
func (b *tilesBody) marks() {
	j := b.rows
	for _, c := range b.cells {
		c.mark(j.sel.has(c.index), j.focused && !j.pointed && c.index == j.sel.current)
	}
}

// CreateRenderer draws headings and tiles.
func (b *tilesBody) CreateRenderer() fyne.WidgetRenderer {
	b.draw = &tilesRenderer{b: b}
	b.draw.collect()
	return b.draw
}

type tilesRenderer struct {
	drawing
	b *tilesBody
}

func (r *tilesRenderer) collect() {
	frames := make([]*tileFrame, 0, len(r.b.cells))
	for _, c := range r.b.cells {
		frames = append(frames, c)
	}
	sort.Slice(frames, func(i, k int) bool { return frames[i].index < frames[k].index })
	r.objects = make([]fyne.CanvasObject, 0, len(frames)+len(r.b.heads))
	for _, h := range r.b.heads {
		r.objects = append(r.objects, h.text)
	}
	for _, f := range frames {
		r.objects = append(r.objects, f)
	}
	canvas.Refresh(r.b)
}

func (r *tilesRenderer) Layout(fyne.Size) {}
func (r *tilesRenderer) Refresh()         {}

func (r *tilesRenderer) MinSize() fyne.Size {
	return fyne.NewSize(0, r.b.rows.lay.total+tileBottom)
}

// tileHead is the heading of a group.
type tileHead struct{ text *Text }

func newTileHead() *tileHead {
	return &tileHead{NewRichText(resources.SizeSM, resources.Text2).Ellipsis()}
}
