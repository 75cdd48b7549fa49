package tool

import "viviscope/gui/editor/drawing"

// move selects marks and moves them.
type move struct {
	kit   *Kit
	kind  Kind // Move or Picture
	grasp grasp
	hit   int64 // mark that Down met and that was selected already
	band  *band
	over  bool // the pointer is over something that it can move
}

// band is the rectangle that selects what lies in it.
type band struct {
	from, to drawing.Point
	add      bool // to what was selected
	was      []int64
}

func (t *move) Kind() Kind { return t.kind }

func (t *move) Hover(p Pointer) {
	_, over := t.meets(p)
	if over != t.over {
		t.over = over
		t.kit.host.Changed()
	}
}

// meets is the mark that a click means: what it touches, or a selected one inside whose frame it is.
func (t *move) meets(p Pointer) (drawing.Mark, bool) {
	if m, ok := t.kit.host.Drawing().Pick(p.At, p.reach(nearMark)); ok {
		return m, true
	}
	for _, m := range t.kit.Selection() {
		if m.Box().Has(p.At) {
			return m, true
		}
	}
	return drawing.Mark{}, false
}

func (t *move) Down(p Pointer) {
	t.hit, t.band = 0, nil
	m, ok := t.meets(p)
	if ok && p.Double && m.Kind == drawing.Text {
		t.kit.Select(m.ID)
		t.kit.host.Write(m)
		return
	}
	if !p.Hold.Has(Shift) && t.grasp.handle(p) {
		return
	}
	switch {
	case !ok:
		t.band = &band{from: p.At, to: p.At, add: p.Hold.Has(Shift), was: t.kit.ids()}
		if !t.band.add {
			t.kit.Select()
		}
		return
	case p.Hold.Has(Shift) && t.kit.isSelected(m.ID):
		t.hit = m.ID // taken out on Up, unless it is a drag
	case p.Hold.Has(Shift):
		t.kit.toggle(m.ID)
	case t.kit.isSelected(m.ID):
		t.hit = m.ID
	default:
		t.kit.Select(m.ID)
	}
	t.grasp.marks(p)
}

func (t *move) Drag(p Pointer) {
	switch {
	case t.grasp.on:
		t.grasp.drag(p)
	case t.band != nil:
		t.band.to = p.At
		t.selectBand()
	}
}

// selectBand selects what the band holds as a whole.
func (t *move) selectBand() {
	ids := t.kit.host.Drawing().Within(drawing.RectOf(t.band.from, t.band.to))
	if t.band.add {
		ids = append(ids, t.band.was...)
	}
	t.kit.Select(ids...)
}

func (t *move) Up(p Pointer) {
	switch {
	case t.grasp.on:
		single := t.grasp.grip == ""
		if t.grasp.up(p) || !single || t.hit == 0 {
			return
		}
		if p.Hold.Has(Shift) {
			t.kit.toggle(t.hit)
		} else {
			t.kit.Select(t.hit)
		}
	case t.band != nil:
		if p.moved(t.band.from) {
			t.band.to = p.At
			t.selectBand()
		}
		t.band = nil
		t.kit.host.Changed()
	}
}

func (t *move) Key(k Key) bool {
	if k.Name != Enter {
		return false
	}
	if marks := t.kit.Selection(); len(marks) == 1 && marks[0].Kind == drawing.Text {
		t.kit.host.Write(marks[0])
		return true
	}
	return false
}

func (t *move) Cancel() bool {
	if t.band != nil {
		was := t.band.was
		t.band = nil
		t.kit.Select(was...)
		return true
	}
	return t.grasp.cancel()
}

func (t *move) Leave() { t.Cancel() }

func (t *move) Overlay(zoom float64) Overlay {
	o := t.grasp.overlay(zoom)
	if t.band != nil {
		o.Outlines = append(o.Outlines, drawing.RectOf(t.band.from, t.band.to).Corners())
	}
	if t.over || t.grasp.on {
		o.Cursor = Moving
	}
	return o
}
