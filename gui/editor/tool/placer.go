package tool

import (
	"strings"

	"viviscope/gui/editor/drawing"
)

// placer sets texts and numbers. A press on one that stands there moves it; a click on a text types into it.
type placer struct {
	kit   *Kit
	kind  Kind
	grasp grasp
	hit   drawing.Mark  // that a click would type into
	mark  *drawing.Mark // a number that is being set
	write *drawing.Point
}

func (t *placer) Kind() Kind    { return t.kind }
func (t *placer) Hover(Pointer) {}

func (t *placer) Down(p Pointer) {
	t.mark, t.write, t.hit = nil, nil, drawing.Mark{}
	if t.grasp.handle(p) {
		return
	}
	d := t.kit.host.Drawing()
	m := t.kit.host.Fresh(t.kind)
	if there, ok := d.Pick(p.At, p.reach(nearMark)); ok && there.Kind == m.Kind {
		t.hit = there
		t.kit.Select(there.ID)
		t.grasp.marks(p)
		return
	}
	t.kit.Select()
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
	case t.grasp.on:
		t.grasp.drag(p)
	case t.mark != nil:
		t.mark.Points = []drawing.Point{p.At.Round()}
		t.kit.host.Preview(t.kit.host.Drawing().Add(*t.mark))
	}
}

func (t *placer) Up(p Pointer) {
	switch {
	case t.grasp.on:
		handle := t.grasp.grip != ""
		if !t.grasp.up(p) && !handle && t.hit.Kind == drawing.Text {
			t.kit.host.Write(t.hit)
		}
	case t.mark != nil:
		t.Drag(p)
		m := *t.mark
		t.mark = nil
		t.kit.add("number", m, true)
	case t.write != nil:
		m := t.kit.host.Fresh(t.kind)
		m.Points = []drawing.Point{t.write.Round()}
		t.write = nil
		if t.kit.host.Drawing().Full() {
			t.kit.host.Refused(ErrFull)
			return
		}
		t.kit.host.Write(m)
	}
}

func (t *placer) Key(Key) bool { return false }

func (t *placer) Cancel() bool {
	if t.mark != nil || t.write != nil {
		t.mark, t.write = nil, nil
		t.kit.host.Preview(t.kit.host.Drawing())
		return true
	}
	return t.grasp.cancel()
}

func (t *placer) Leave() { t.Cancel() }

func (t *placer) Overlay(zoom float64) Overlay {
	o := t.grasp.overlay(zoom)
	o.Cursor = Crossing
	if t.kind == Text {
		o.Cursor = Typing
	}
	return o
}

// Written ends what Host.Write began: the label says text. A label without words is taken away, or does not come.
func (k *Kit) Written(m drawing.Mark, text string) {
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
