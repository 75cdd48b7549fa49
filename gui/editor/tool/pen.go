package tool

import (
	"slices"

	"viviscope/gui/editor/drawing"
)

// pen is the brush and the eraser.
type pen struct {
	idle
	marks    *selection
	at       drawing.Point // of the pointer
	seen     bool          // the pointer is over the canvas
	mark     *drawing.Mark // the stroke in progress
	thin     drawing.Thinner
	places   []drawing.Point // all positions of the pointer, rounded
	straight bool            // a straight stroke, with Shift
}

func (t *pen) Hover(p Pointer) {
	t.at, t.seen = p.At, true
	t.marks.host.Changed()
}

func (t *pen) Down(p Pointer) {
	t.Hover(p)
	if t.marks.host.Drawing().Full() {
		t.marks.host.Refused(ErrFull)
		return
	}
	t.begin(p)
}

func (t *pen) begin(p Pointer) {
	m := t.marks.host.Fresh(t.kind)
	m.Points = []drawing.Point{p.At.Round()}
	t.mark, t.straight = &m, p.Hold.Has(Shift)
	t.thin = drawing.Thinner{}
	t.thin.Add(p.At)
	t.places = slices.Clone(m.Points)
	if t.straight {
		t.marks.host.Preview(t.marks.host.Drawing().Add(m))
	} else {
		t.marks.host.StrokeBegin(m)
	}
}

func (t *pen) Drag(p Pointer) {
	t.Hover(p)
	switch {
	case t.mark == nil:
	case t.straight:
		m := *t.mark
		m.Points = t.line(p)
		t.marks.host.Preview(t.marks.host.Drawing().Add(m))
	default:
		t.extend(p)
		if len(t.places) >= drawing.MaxPoints {
			t.Up(p)
			t.begin(p)
		}
	}
}

// extend continues the stroke to the pointer.
func (t *pen) extend(p Pointer) {
	t.thin.Add(p.At)
	if at := p.At.Round(); at != t.places[len(t.places)-1] {
		t.places = append(t.places, at)
		t.marks.host.StrokeExtend(at)
	}
}

// points returns the points that the stroke keeps. If thinning would remove less than half of them it keeps all: the
// canvas shows them already, so that no pixel changes when the button is released.
func (t *pen) points() []drawing.Point {
	if thin := t.thin.Points(); 2*len(thin) < len(t.places) {
		return thin
	}
	return slices.Clip(t.places)
}

// line returns the points of the straight stroke to the pointer, at a multiple of 15 degrees while Shift is held.
func (t *pen) line(p Pointer) []drawing.Point {
	from, to := t.mark.Points[0], p.At
	if p.Hold.Has(Shift) {
		to = drawing.Snap(from, to)
	}
	to = to.Round()
	if to == from {
		return []drawing.Point{from}
	}
	return []drawing.Point{from, to}
}

func (t *pen) Up(p Pointer) {
	if t.mark == nil {
		return
	}
	m := *t.mark
	if t.straight {
		m.Points = t.line(p)
	} else {
		t.extend(p)
		m.Points = t.points()
	}
	t.mark = nil
	t.marks.add(string(t.kind), m, false)
}

func (t *pen) Cancel() bool {
	if t.mark == nil {
		return false
	}
	t.mark = nil
	t.marks.host.Preview(t.marks.host.Drawing())
	return true
}

func (t *pen) Leave() {
	t.Cancel()
	t.seen = false
}

func (t *pen) Overlay(float64) Overlay {
	if !t.seen {
		return Overlay{Cursor: Crossing}
	}
	s := t.marks.host.Fresh(t.kind).Style
	return Overlay{Pen: &Pen{At: t.at, Edge: s.Width / 2, Solid: s.Width / 2 * s.Hardness}, Cursor: Hidden}
}
