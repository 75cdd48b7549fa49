package tool

import (
	"viviscope/gui/editor/drawing"
)

// placer places texts and numbers. A press on an existing one moves it; a click on a text edits it.
type placer struct {
	idle
	marks   *selection
	dragged markDrag
	hit     drawing.Mark   // the existing mark under the pointer
	mark    *drawing.Mark  // a number that is being placed
	write   *drawing.Point // where a new text is being placed
}

func (t *placer) Down(p Pointer) {
	t.mark, t.write, t.hit = nil, nil, drawing.Mark{}
	if t.dragged.takeHandle(p) {
		return
	}
	d := t.marks.host.Drawing()
	m := t.marks.host.Fresh(t.kind)
	if there, ok := d.Pick(p.At, p.reach(markTolerance)); ok && there.Kind == m.Kind {
		t.hit = there
		t.marks.Select(there.ID)
		t.dragged.takeMarks(p)
		return
	}
	t.marks.Select()
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
		t.marks.host.Preview(t.marks.host.Drawing().Add(*t.mark))
	}
}

func (t *placer) Up(p Pointer) {
	switch {
	case t.dragged.on:
		handle := t.dragged.grip != ""
		if !t.dragged.up(p) && !handle && t.hit.Kind == drawing.Text {
			t.marks.host.Write(t.hit)
		}
	case t.mark != nil:
		t.Drag(p)
		m := *t.mark
		t.mark = nil
		t.marks.add("number", m, true)
	case t.write != nil:
		m := t.marks.host.Fresh(t.kind)
		m.Points = []drawing.Point{t.write.Round()}
		t.write = nil
		if t.marks.host.Drawing().Full() {
			t.marks.host.Refused(ErrFull)
			return
		}
		t.marks.host.Write(m)
	}
}

func (t *placer) Cancel() bool {
	if t.mark != nil || t.write != nil {
		t.mark, t.write = nil, nil
		t.marks.host.Preview(t.marks.host.Drawing())
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
