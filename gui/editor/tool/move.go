package tool

import (
	"math"

	"viviscope/gui/editor/drawing"
)

// move selects marks and moves them.
type move struct {
	idle    // as Move or Picture
	toolbox *Toolbox
	dragged dragHandle
	hit     int64 // mark that Down met and that was selected already
	band    *band
	over    bool // the pointer is over something that it can move
}

// band is the rectangle that selects what lies in it.
type band struct {
	from, to drawing.Point
	add      bool // to what was selected
	was      []int64
}

func (t *move) Hover(p Pointer) {
	_, over := t.meets(p)
	if over != t.over {
		t.over = over
		t.toolbox.host.Changed()
	}
}

// meets is the mark that a click means: what it touches, or a selected one inside whose frame it is.
func (t *move) meets(p Pointer) (drawing.Mark, bool) {
	if m, ok := t.toolbox.host.Drawing().Pick(p.At, p.reach(nearMark)); ok {
		return m, true
	}
	for _, m := range t.toolbox.Selection() {
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
		t.toolbox.Select(m.ID)
		t.toolbox.host.Write(m)
		return
	}
	if !p.Hold.Has(Shift) && t.dragged.handle(p) {
		return
	}
	switch {
	case !ok:
		t.band = &band{from: p.At, to: p.At, add: p.Hold.Has(Shift), was: t.toolbox.ids()}
		if !t.band.add {
			t.toolbox.Select()
		}
		return
	case p.Hold.Has(Shift) && t.toolbox.isSelected(m.ID):
		t.hit = m.ID // taken out on Up, unless it is a drag
	case p.Hold.Has(Shift):
		t.toolbox.toggle(m.ID)
	case t.toolbox.isSelected(m.ID):
		t.hit = m.ID
	default:
		t.toolbox.Select(m.ID)
	}
	t.dragged.marks(p)
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

// selectBand selects what the band holds as a whole.
func (t *move) selectBand() {
	ids := t.toolbox.host.Drawing().Within(drawing.RectOf(t.band.from, t.band.to))
	if t.band.add {
		ids = append(ids, t.band.was...)
	}
	t.toolbox.Select(ids...)
}

func (t *move) Up(p Pointer) {
	switch {
	case t.dragged.on:
		single := t.dragged.grip == ""
		if t.dragged.up(p) || !single || t.hit == 0 {
			return
		}
		if p.Hold.Has(Shift) {
			t.toolbox.toggle(t.hit)
		} else {
			t.toolbox.Select(t.hit)
		}
	case t.band != nil:
		if p.moved(t.band.from) {
			t.band.to = p.At
			t.selectBand()
		}
		t.band = nil
		t.toolbox.host.Changed()
	}
}

func (t *move) Key(k Key) bool {
	if k.Name != Enter {
		return false
	}
	if marks := t.toolbox.Selection(); len(marks) == 1 && marks[0].Kind == drawing.Text {
		t.toolbox.host.Write(marks[0])
		return true
	}
	return false
}

func (t *move) Cancel() bool {
	if t.band != nil {
		was := t.band.was
		t.band = nil
		t.toolbox.Select(was...)
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

// dragHandle is a drag of marks that stand on the canvas: of one handle of one mark, or of several marks as they are.
type dragHandle struct {
	toolbox *Toolbox
	on      bool
	from    drawing.Point
	mark    drawing.Mark // of a handle
	grip    drawing.Grip // "": the marks are moved
	off     drawing.Point
	moved   bool // it is more than a click
	now     drawing.Drawing
}

// handle takes a handle that is near the pointer, of the only selected mark.
func (g *dragHandle) handle(p Pointer) bool {
	marks := g.toolbox.Selection()
	if len(marks) != 1 {
		return false
	}
	best := p.reach(nearHandle)
	found := drawing.Handle{}
	for _, h := range marks[0].Handles(p.Zoom) {
		if d := math.Hypot(h.At.X-p.At.X, h.At.Y-p.At.Y); d <= best {
			best, found = d, h
		}
	}
	if found.Grip == "" {
		return false
	}
	*g = dragHandle{toolbox: g.toolbox, on: true, from: p.At, mark: marks[0], grip: found.Grip}
	g.off = drawing.Point{X: found.At.X - p.At.X, Y: found.At.Y - p.At.Y}
	return true
}

// marks takes the selected marks as they are.
func (g *dragHandle) marks(p Pointer) {
	*g = dragHandle{toolbox: g.toolbox, on: true, from: p.At}
}

// drag shows what the marks would become. Less than a drag changes nothing, so that a click never moves a mark by a pixel.
func (g *dragHandle) drag(p Pointer) {
	if !g.moved && !p.moved(g.from) {
		return
	}
	g.moved = true
	d := g.toolbox.host.Drawing()
	if g.grip != "" {
		to := drawing.Point{X: p.At.X + g.off.X, Y: p.At.Y + g.off.Y}
		d = d.Replace(g.mark.Drag(g.grip, to, p.Hold.shape()))
	} else {
		dx, dy := p.At.X-g.from.X, p.At.Y-g.from.Y
		if p.Hold.Has(Shift) {
			if abs(dx) > abs(dy) {
				dy = 0
			} else {
				dx = 0
			}
		}
		by := drawing.Point{X: dx, Y: dy}.Round()
		marks := g.toolbox.Selection()
		for i := range marks {
			marks[i] = marks[i].Moved(by.X, by.Y)
		}
		d = d.Replace(marks...)
	}
	g.now = d
	g.toolbox.host.Preview(d)
	g.toolbox.host.Changed()
}

// up ends the drag; false: it was a click.
func (g *dragHandle) up(p Pointer) bool {
	g.drag(p)
	was := *g
	*g = dragHandle{toolbox: g.toolbox}
	if !was.moved {
		return false
	}
	word := "move"
	if was.grip == drawing.GripRotate {
		word = "turn mark"
	} else if was.grip != "" {
		word = "reshape"
	}
	g.toolbox.host.Commit(word, was.now)
	g.toolbox.host.Changed()
	return true
}

// cancel leaves the drag; false: there was none.
func (g *dragHandle) cancel() bool {
	if !g.on {
		return false
	}
	*g = dragHandle{toolbox: g.toolbox}
	g.toolbox.host.Preview(g.toolbox.host.Drawing())
	return true
}

// shown are the selected marks as a drag that goes on shows them.
func (g *dragHandle) shown() []drawing.Mark {
	marks := g.toolbox.Selection()
	if g.moved {
		for i := range marks {
			if m, ok := g.now.Mark(marks[i].ID); ok {
				marks[i] = m
			}
		}
	}
	return marks
}

// overlay frames the selected marks; a single one shows its handles.
func (g *dragHandle) overlay(zoom float64) Overlay {
	var o Overlay
	marks := g.shown()
	for _, m := range marks {
		if m.Kind == drawing.Line || m.Kind == drawing.Arrow {
			if len(marks) == 1 {
				continue
			}
		}
		o.Outlines = append(o.Outlines, outline(m))
	}
	if len(marks) == 1 {
		o.Handles = marks[0].Handles(zoom)
	}
	return o
}
