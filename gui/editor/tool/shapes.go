package tool

import (
	"strings"

	"viviscope/gui/editor/drawing"
)

// shaper draws marks from one place to another: lines, boxes and regions. What it drew last stays selected and can be changed by
// its handles; a click on a mark selects that.
type shaper struct {
	idle
	toolbox *Toolbox
	dragged dragHandle
	mark    *drawing.Mark // being drawn
	from    drawing.Point
}

func (t *shaper) Down(p Pointer) {
	t.mark = nil
	if t.dragged.handle(p) {
		return
	}
	m := t.toolbox.host.Fresh(t.kind)
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
		b = t.even(b)
	}
	if p.Hold.Has(Alt) {
		a = drawing.Point{X: 2*a.X - b.X, Y: 2*a.Y - b.Y}
	}
	t.mark.Points = []drawing.Point{a, b}
	if t.kind != Line && t.kind != Arrow {
		r := drawing.RectOf(a, b)
		t.mark.Points = []drawing.Point{{X: r.X0, Y: r.Y0}, {X: r.X1, Y: r.Y1}}
	}
	t.toolbox.host.Preview(t.toolbox.host.Drawing().Add(*t.mark))
}

// even is the end that makes a square, or a line at a multiple of 15 degrees.
func (t *shaper) even(to drawing.Point) drawing.Point {
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
		if m, ok := t.toolbox.host.Drawing().Pick(p.At, p.reach(nearMark)); ok && m.Kind != drawing.Erase {
			t.toolbox.Select(m.ID)
		} else {
			t.toolbox.Select()
		}
		return
	}
	t.Drag(p)
	m := *t.mark
	t.mark = nil
	t.toolbox.add(string(m.Kind), m, true)
}

// drop leaves what was being drawn.
func (t *shaper) drop() bool {
	if t.mark == nil {
		return false
	}
	t.mark = nil
	t.toolbox.host.Preview(t.toolbox.host.Drawing())
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

// placer sets texts and numbers. A press on one that stands there moves it; a click on a text types into it.
type placer struct {
	idle
	toolbox *Toolbox
	dragged dragHandle
	hit     drawing.Mark  // that a click would type into
	mark    *drawing.Mark // a number that is being set
	write   *drawing.Point
}

func (t *placer) Down(p Pointer) {
	t.mark, t.write, t.hit = nil, nil, drawing.Mark{}
	if t.dragged.handle(p) {
		return
	}
	d := t.toolbox.host.Drawing()
	m := t.toolbox.host.Fresh(t.kind)
	if there, ok := d.Pick(p.At, p.reach(nearMark)); ok && there.Kind == m.Kind {
		t.hit = there
		t.toolbox.Select(there.ID)
		t.dragged.marks(p)
		return
	}
	t.toolbox.Select()
	if t.kind == Text {
		t.write = &p.At
		return
	}
	m.Number = d.NextNumber()
	t.mark = &m
	t.Drag(p)
}

func (t *placer) Drag(p Pointer) {
	switch {
	case t.dragged.on:
		t.dragged.drag(p)
	case t.mark != nil:
		t.mark.Points = []drawing.Point{p.At.Round()}
		t.toolbox.host.Preview(t.toolbox.host.Drawing().Add(*t.mark))
	}
}

func (t *placer) Up(p Pointer) {
	switch {
	case t.dragged.on:
		handle := t.dragged.grip != ""
		if !t.dragged.up(p) && !handle && t.hit.Kind == drawing.Text {
			t.toolbox.host.Write(t.hit)
		}
	case t.mark != nil:
		t.Drag(p)
		m := *t.mark
		t.mark = nil
		t.toolbox.add("number", m, true)
	case t.write != nil:
		m := t.toolbox.host.Fresh(t.kind)
		m.Points = []drawing.Point{t.write.Round()}
		t.write = nil
		if t.toolbox.host.Drawing().Full() {
			t.toolbox.host.Refused(ErrFull)
			return
		}
		t.toolbox.host.Write(m)
	}
}

func (t *placer) Cancel() bool {
	if t.mark != nil || t.write != nil {
		t.mark, t.write = nil, nil
		t.toolbox.host.Preview(t.toolbox.host.Drawing())
		return true
	}
	return t.dragged.cancel()
}

func (t *placer) Leave() { t.Cancel() }

func (t *placer) Overlay(zoom float64) Overlay {
	o := t.dragged.overlay(zoom)
	o.Cursor = Crossing
	if t.kind == Text {
		o.Cursor = Typing
	}
	return o
}

// Written ends what Host.Write began: the label says text. A label without words is taken away, or does not come.
func (k *Toolbox) Written(m drawing.Mark, text string) {
	text = strings.TrimRight(text, " \n")
	m.Text = cut(text)
	empty := strings.TrimSpace(text) == ""
	there, ok := k.host.Drawing().Mark(m.ID)
	switch {
	case ok && empty:
		k.selected = nil
		k.host.Commit("delete", k.host.Drawing().Remove(m.ID))
	case ok:
		there.Text = m.Text
		k.host.Commit("text", k.host.Drawing().Replace(k.measured(there)))
	case !empty:
		k.add("text", k.measured(m), true)
		return
	}
	k.host.Changed()
}

// cut keeps as much of a text as a mark holds, in whole letters.
func cut(text string) string {
	text = strings.ToValidUTF8(text, "")
	if len(text) <= drawing.MaxText {
		return text
	}
	return strings.ToValidUTF8(text[:drawing.MaxText], "")
}
