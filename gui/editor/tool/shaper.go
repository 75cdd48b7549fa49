package tool

import (
	"viviscope/gui/editor/drawing"
)

// shaper draws marks from one point to another: lines, boxes and regions. The last drawn mark stays selected and can be
// changed by its handles. A click on a mark selects it.
type shaper struct {
	idle
	marks   *selection
	dragged markDrag
	mark    *drawing.Mark // being drawn
	from    drawing.Point
}

func (t *shaper) Down(p Pointer) {
	t.mark = nil
	if t.dragged.takeHandle(p) {
		return
	}
	m := t.marks.host.Fresh(t.kind)
	t.mark, t.from = &m, p.At.Round()
}

func (t *shaper) Drag(p Pointer) {
	if t.dragged.on {
		t.dragged.drag(p)
		return
	}
	if t.mark == nil {
		return
	}
	a, b := t.from, p.At.Round()
	if p.Hold.Has(Shift) {
		b = t.constrained(b)
	}
	if p.Hold.Has(Alt) {
		a = drawing.Point{X: 2*a.X - b.X, Y: 2*a.Y - b.Y}
	}
	t.mark.Points = []drawing.Point{a, b}
	if t.kind != Line && t.kind != Arrow {
		r := drawing.RectOf(a, b)
		t.mark.Points = []drawing.Point{{X: r.X0, Y: r.Y0}, {X: r.X1, Y: r.Y1}}
	}
	t.marks.host.Preview(t.marks.host.Drawing().Add(*t.mark))
}

// constrained returns the end of a line at a multiple of 15 degrees, or of a square shape.
func (t *shaper) constrained(to drawing.Point) drawing.Point {
	if t.kind == Line || t.kind == Arrow {
		return drawing.Snap(t.from, to)
	}
	dx, dy := to.X-t.from.X, to.Y-t.from.Y
	long := max(abs(dx), abs(dy))
	return drawing.Point{X: t.from.X + signed(long, dx), Y: t.from.Y + signed(long, dy)}
}

func signed(f, as float64) float64 {
	if as < 0 {
		return -f
	}
	return f
}

func (t *shaper) Up(p Pointer) {
	if t.dragged.on {
		t.dragged.up(p)
		return
	}
	if t.mark == nil {
		return
	}
	if !p.moved(t.from) {
		t.drop()
		if m, ok := t.marks.host.Drawing().Pick(p.At, p.reach(markTolerance)); ok && m.Kind != drawing.Erase {
			t.marks.Select(m.ID)
		} else {
			t.marks.Select()
		}
		return
	}
	t.Drag(p)
	m := *t.mark
	t.mark = nil
	t.marks.add(string(m.Kind), m, true)
}

// drop removes the mark in progress. It reports whether there was one.
func (t *shaper) drop() bool {
	if t.mark == nil {
		return false
	}
	t.mark = nil
	t.marks.host.Preview(t.marks.host.Drawing())
	return true
}

func (t *shaper) Cancel() bool {
	return t.drop() || t.dragged.cancel()
}

func (t *shaper) Leave() { t.Cancel() }

func (t *shaper) Overlay(zoom float64) Overlay {
	var o Overlay
	if t.mark == nil {
		o = t.dragged.overlay(zoom)
	}
	o.Cursor = Crossing
	return o
}
