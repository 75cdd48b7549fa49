package widgets

import (
	"sort"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
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
		first, last = j.lay.rows[from].from, j.lay.rows[to-1].to
	}
	changed := false
	for id, c := range b.cells {
		if c.index >= first && c.index < last && j.tiles[c.index].ID == id {
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
			id := j.tiles[i].ID
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
		if b.rows.lay.rows[r].group == g {
			return true
		}
	}
	return false
}

// head shows a heading and reports whether it is new in sight.
func (b *tilesBody) head(row justifiedRow) (added bool) {
	g := b.rows.groups[row.group]
	h := b.heads[row.group]
	if h == nil {
		h = newTileHead()
		b.heads[row.group] = h
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
	index := make(map[int64]int, len(b.cells))
	for i, t := range j.tiles {
		if _, ok := b.cells[t.ID]; ok {
			index[t.ID] = i
		}
	}
	for id, c := range b.cells {
		i, ok := index[id]
		if !ok {
			c.index = -1
			continue
		}
		c.index = i
		if j.OnBind != nil {
			j.OnBind(c.content, i)
		}
	}
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
	b       *tilesBody
	objects []fyne.CanvasObject
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

func (r *tilesRenderer) Destroy()                     {}
func (r *tilesRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *tilesRenderer) Layout(fyne.Size)             {}
func (r *tilesRenderer) Refresh()                     {}

func (r *tilesRenderer) MinSize() fyne.Size {
	return fyne.NewSize(0, r.b.rows.lay.total+tileBottom)
}

// tileHead is the heading of a group.
type tileHead struct{ text *Text }

func newTileHead() *tileHead {
	return &tileHead{NewRichText(resources.SizeSM, resources.Text2).Ellipsis()}
}

// tileFrame is what lies around a cell: clicks, and the marks of selection and focus.
type tileFrame struct {
	widget.BaseWidget
	rows    *JustifiedRows
	content fyne.CanvasObject
	index   int

	chosen, current, hovered bool
}

func newTileFrame(j *JustifiedRows, content fyne.CanvasObject) *tileFrame {
	f := &tileFrame{rows: j, content: content}
	f.ExtendBaseWidget(f)
	return f
}

func (f *tileFrame) mark(chosen, current bool) {
	if f.chosen != chosen || f.current != current {
		f.chosen, f.current = chosen, current
		f.Refresh()
	}
}

// checkCorner is the part of a tile where a click toggles it, px.
const checkCorner = 30

// MouseDown selects.
func (f *tileFrame) MouseDown(e *desktop.MouseEvent) {
	if f.index < 0 {
		return
	}
	switch e.Button {
	case desktop.MouseButtonPrimary:
		mods := e.Modifier
		if mods == 0 && e.Position.X < checkCorner && e.Position.Y < checkCorner {
			mods = fyne.KeyModifierShortcutDefault
		}
		f.rows.pressed(f.index, mods)
	case desktop.MouseButtonSecondary:
		if !f.chosen {
			f.rows.pressed(f.index, 0)
		}
	}
}

// MouseUp does nothing.
func (f *tileFrame) MouseUp(*desktop.MouseEvent) {}

// Tapped tells a double click.
func (f *tileFrame) Tapped(e *fyne.PointEvent) {
	if f.index >= 0 && (e.Position.X >= checkCorner || e.Position.Y >= checkCorner) {
		f.rows.tapped(f.index)
	}
}

// TappedSecondary opens the menu.
func (f *tileFrame) TappedSecondary(e *fyne.PointEvent) {
	if f.index >= 0 && f.rows.OnMenu != nil {
		f.rows.OnMenu(f.index, e.AbsolutePosition)
	}
}

// MouseIn shows the box to mark the tile with.
func (f *tileFrame) MouseIn(e *desktop.MouseEvent) {
	f.hovered = true
	f.Refresh()
	if h, ok := f.content.(desktop.Hoverable); ok {
		h.MouseIn(e)
	}
}

// MouseMoved tells the cell, which may scrub.
func (f *tileFrame) MouseMoved(e *desktop.MouseEvent) {
	if h, ok := f.content.(desktop.Hoverable); ok {
		h.MouseMoved(e)
	}
}

// MouseOut hides the box.
func (f *tileFrame) MouseOut() {
	f.hovered = false
	f.Refresh()
	if h, ok := f.content.(desktop.Hoverable); ok {
		h.MouseOut()
	}
}

// CreateRenderer draws the marks.
func (f *tileFrame) CreateRenderer() fyne.WidgetRenderer {
	r := &tileFrameRenderer{f: f, ring: newPlate(), border: newPlate(), box: newPlate(), check: newGlyph()}
	r.objects = []fyne.CanvasObject{r.ring, f.content, r.border, r.box, r.check}
	r.Refresh()
	return r
}

type tileFrameRenderer struct {
	f                 *tileFrame
	ring, border, box *canvas.Rectangle
	check             *canvas.Image
	objects           []fyne.CanvasObject
}

const tileBox = 18

func (r *tileFrameRenderer) Destroy()                     {}
func (r *tileFrameRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *tileFrameRenderer) MinSize() fyne.Size           { return fyne.NewSize(8, 8) }

func (r *tileFrameRenderer) Layout(s fyne.Size) {
	place(r.f.content, 0, 0, s.Width, s.Height)
	place(r.border, -2, -2, s.Width+4, s.Height+4)
	place(r.ring, -4, -4, s.Width+8, s.Height+8)
	place(r.box, 6, 6, tileBox, tileBox)
	place(r.check, 9, 9, iconTag, iconTag)
}

func (r *tileFrameRenderer) Refresh() {
	f := r.f
	show(r.border, f.chosen)
	if f.chosen {
		setPlate(r.border, ink(""), ink(resources.Accent), 2, radiusTag+2)
	}
	if f.current {
		setPlate(r.ring, ink(""), ink(resources.Text1), 2, radiusTag+4)
	}
	show(r.ring, f.current)
	switch {
	case f.chosen:
		setPlate(r.box, ink(resources.Accent), ink(""), 0, radiusTag)
		setGlyph(r.check, resources.IconCheck(), resources.OnAccent)
	case f.hovered:
		setPlate(r.box, ink(resources.OnPicture), ink(resources.OnPictureText), 1, radiusTag)
		r.check.Hide()
	default:
		r.check.Hide()
	}
	show(r.box, f.chosen || f.hovered)
}
