package widgets

import (
	"fyne.io/fyne/v2"

	"viviscope/resources"
)

// The kinds of what scrolls in JustifiedRows.
const (
	kindTile = iota
	kindHead // of a group, whose key is less than 0
)

// overscan is how much beyond the window is bound, so that a scroll finds its pictures there, px.
const overscan = 160

// tileLeft keeps the mark of a selected tile inside the scroll's edge, px.
const tileLeft = 4

func (j *JustifiedRows) height() float32 { return j.lay.total + tileBottom }

func (j *JustifiedRows) inSight(visit func(r rowPlace)) {
	if j.body.scroll.Size().Height <= 0 {
		return
	}
	from, to := j.lay.visible(j.body.scroll.Offset.Y-overscan, j.body.scroll.Size().Height+2*overscan)
	for r := from; r < to; r++ {
		row := j.lay.rows[r]
		if row.group >= 0 {
			visit(rowPlace{-1 - int64(row.group), kindHead, int(row.group), tileLeft, row.top, j.lay.opt.width, row.height})
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
		if j.OnBind != nil {
			j.OnBind(c.content, r.index)
		}
	}
}

func (j *JustifiedRows) leave(cell fyne.CanvasObject, id int64) {
	if c, ok := cell.(*tileFrame); ok {
		c.index = -1
		if j.OnUnbind != nil {
			j.OnUnbind(c.content, id)
		}
	}
}

func (j *JustifiedRows) placed() {
	j.marks()
	if j.OnScrolled != nil {
		j.OnScrolled()
	}
}

// marks draws selection and focus of the tiles in sight.
func (j *JustifiedRows) marks() {
	for _, c := range j.body.cells {
		if f, ok := c.object.(*tileFrame); ok {
			f.mark(j.sel.has(f.index), j.focused && !j.pointed && f.index == j.sel.current)
		}
	}
}
