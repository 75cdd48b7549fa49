package widgets

import (
	"image/color"
	"sort"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// vlistBody is what scrolls in a VList: as high as all rows, with cells for those in sight.
type vlistBody struct {
	widget.BaseWidget
	list  *VList
	cells map[int64]*vlistCell
	free  map[int][]fyne.CanvasObject // cells without a row, by kind
	frame *canvas.Rectangle           // ring of the current row
	draw  *vlistBodyRenderer
	look  color.Color // of the cells in free
}

type vlistCell struct {
	object fyne.CanvasObject
	kind   int
	row    int
}

// show gives cells to the rows in sight and takes them from the others. A row that keeps its cell is only moved.
func (b *vlistBody) show() {
	l := b.list
	if look := ink(resources.BgPanel); look != b.look {
		// A change of colours reaches what is in the window, not the cells kept for later.
		b.look = look
		clear(b.free)
	}
	from, to := l.off.visible(l.scroll.Offset.Y-l.pad, l.scroll.Size().Height)
	changed := false
	for id, c := range b.cells {
		i, ok := l.index[id]
		if ok && i >= from && i < to && l.rows[i].Kind == c.kind {
			c.row = i
			continue
		}
		unbind(c.object)
		b.free[c.kind] = append(b.free[c.kind], c.object)
		delete(b.cells, id)
		changed = true
	}
	for i := from; i < to; i++ {
		row := l.rows[i]
		c := b.cells[row.ID]
		if c == nil {
			c = &vlistCell{object: b.take(row.Kind), kind: row.Kind, row: i}
			b.cells[row.ID] = c
			l.source.Bind(c.object, row)
			changed = true
		}
		place(c.object, l.pad, l.pad+l.off.top(i), l.inner(), l.heights[i])
	}
	if changed && b.draw != nil {
		b.draw.collect()
	}
	b.ring()
}

func (b *vlistBody) take(kind int) fyne.CanvasObject {
	if n := len(b.free[kind]); n > 0 {
		o := b.free[kind][n-1]
		b.free[kind] = b.free[kind][:n-1]
		return o
	}
	return b.list.source.NewCell(kind)
}

// rebind fills all cells in sight again.
func (b *vlistBody) rebind() {
	for id, c := range b.cells {
		if i, ok := b.list.index[id]; ok && b.list.rows[i].Kind == c.kind {
			b.list.source.Bind(c.object, b.list.rows[i])
		}
	}
}

// ring draws the focus ring inside the current row.
func (b *vlistBody) ring() {
	if b.frame == nil {
		return
	}
	l := b.list
	i, ok := l.index[l.current]
	if !ok || !l.focused || l.OnKey == nil {
		b.frame.Hide()
		return
	}
	setRing(b.frame, true, radiusTag)
	place(b.frame, l.pad, l.pad+l.off.top(i), l.inner(), l.heights[i])
}

// CreateRenderer draws the cells.
func (b *vlistBody) CreateRenderer() fyne.WidgetRenderer {
	b.frame = newPlate()
	b.frame.Hide()
	b.draw = &vlistBodyRenderer{b: b}
	b.draw.collect()
	return b.draw
}

type vlistBodyRenderer struct {
	drawing
	b *vlistBody
}

// collect lists the cells from top to bottom, which is also the order that Tab follows.
func (r *vlistBodyRenderer) collect() {
	cells := make([]*vlistCell, 0, len(r.b.cells))
	for _, c := range r.b.cells {
		cells = append(cells, c)
	}
	sort.Slice(cells, func(i, j int) bool { return cells[i].row < cells[j].row })
	r.objects = make([]fyne.CanvasObject, 0, len(cells)+1)
	for _, c := range cells {
		r.objects = append(r.objects, c.object)
	}
	r.objects = append(r.objects, r.b.frame)
	canvas.Refresh(r.b)
}

func (r *vlistBodyRenderer) Layout(fyne.Size) {}
func (r *vlistBodyRenderer) Refresh()         {}

func (r *vlistBodyRenderer) MinSize() fyne.Size {
	l := r.b.list
	return fyne.NewSize(0, l.off.total()+2*l.pad)
}
