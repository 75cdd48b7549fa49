package tool

import (
	"viviscope/gui/editor/drawing"
)

// move selects marks and moves them.
type move struct {
	idle    // as Move or Picture
	marks   *selection
	dragged markDrag
	hit     int64 // the mark of Down, if it was selected already
	band    *band
	over    bool // the pointer is over a mark that it can move
}

// band is the rectangle that selects the marks inside.
type band struct {
	from, to drawing.Point
	add      bool    // to the previous selection
	was      []int64 // the previous selection
}

func (t *move) Hover(p Pointer) {
	_, over := t.markAt(p)
	if over != t.over {
		t.over = over
		t.marks.host.Changed()
	}
}

// markAt returns the mark that a click touches, else a selected mark with the point inside its outline.
func (t *move) markAt(p Pointer) (drawing.Mark, bool) {
	if m, ok := t.marks.host.Drawing().Pick(p.At, p.reach(markTolerance)); ok {
		return m, true
	}
	for _, m := range t.marks.Selection() {
		if m.Box().Has(p.At) {
			return m, true
		}
	}
	return drawing.Mark{}, false
}

func (t *move) Down(p Pointer) {
	t.hit, t.band = 0, nil
	m, ok := t.markAt(p)
	if ok && p.Double && m.Kind == drawing.Text {
		t.marks.Select(m.ID)
		t.marks.host.Write(m)
		return
	}
	if !p.Hold.Has(Shift) && t.dragged.takeHandle(p) {
		return
	}
	switch {
	case !ok:
		t.band = &band{from: p.At, to: p.At, add: p.Hold.Has(Shift), was: t.marks.ids()}
		if !t.band.add {
			t.marks.Select()
		}
		return
	case p.Hold.Has(Shift) && t.marks.isSelected(m.ID):
		t.hit = m.ID // Up removes it from the selection, unless it is a drag
	case p.Hold.Has(Shift):
		t.marks.toggle(m.ID)
	case t.marks.isSelected(m.ID):
		t.hit = m.ID
	default:
		t.marks.Select(m.ID)
	}
	t.dragged.takeMarks(p)
}

func (t *move) Drag(p Pointer) {
	switch {
	case t.dragged.on:
		t.dragged.drag(p)
	case t.band != nil:
		t.band.to = p.At
		t.selectBand()
	}
}

// selectBand selects the marks that are completely inside the band.
func (t *move) selectBand() {
	ids := t.marks.host.Drawing().Within(drawing.RectOf(t.band.from, t.band.to))
	if t.band.add {
		ids = append(ids, t.band.was...)
	}
	t.marks.Select(ids...)
}

func (t *move) Up(p Pointer) {
	switch {
	case t.dragged.on:
		single := t.dragged.grip == ""
		if t.dragged.up(p) || !single || t.hit == 0 {
			return
		}
		if p.Hold.Has(Shift) {
			t.marks.toggle(t.hit)
		} else {
			t.marks.Select(t.hit)
		}
	case t.band != nil:
		if p.moved(t.band.from) {
			t.band.to = p.At
			t.selectBand()
		}
		t.band = nil
		t.marks.host.Changed()
	}
}

func (t *move) Key(k Key) bool {
	if k.Name != Enter {
		return false
	}
	if marks := t.marks.Selection(); len(marks) == 1 && marks[0].Kind == drawing.Text {
		t.marks.host.Write(marks[0])
		return true
	}
	return false
}

func (t *move) Cancel() bool {
	if t.band != nil {
		was := t.band.was
		t.band = nil
		t.marks.Select(was...)
		return true
	}
	return t.dragged.cancel()
}

func (t *move) Leave() { t.Cancel() }

func (t *move) Overlay(zoom float64) Overlay {
	o := t.dragged.overlay(zoom)
	if t.band != nil {
		o.Outlines = append(o.Outlines, drawing.RectOf(t.band.from, t.band.to).Corners())
	}
	if t.over || t.dragged.on {
		o.Cursor = Moving
	}
	return o
}
