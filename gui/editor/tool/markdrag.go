package tool

import (
	"math"

	"viviscope/gui/editor/drawing"
)

// markDrag is a drag of marks on the canvas: of one handle of a single mark, or of all selected marks.
type markDrag struct {
	marks *selection
	on    bool
	from  drawing.Point
	mark  drawing.Mark  // the mark of the handle
	grip  drawing.Grip  // "": the marks are moved
	off   drawing.Point // from the pointer to the handle
	moved bool          // it is a drag and no click
	now   drawing.Drawing
}

// takeHandle starts to drag a handle near the pointer, if a single mark is selected and has one.
func (g *markDrag) takeHandle(p Pointer) bool {
	marks := g.marks.Selection()
	if len(marks) != 1 {
		return false
	}
	best := p.reach(handleTolerance)
	found := drawing.Handle{}
	for _, h := range marks[0].Handles(p.Zoom) {
		if d := math.Hypot(h.At.X-p.At.X, h.At.Y-p.At.Y); d <= best {
			best, found = d, h
		}
	}
	if found.Grip == "" {
		return false
	}
	*g = markDrag{marks: g.marks, on: true, from: p.At, mark: marks[0], grip: found.Grip}
	g.off = drawing.Point{X: found.At.X - p.At.X, Y: found.At.Y - p.At.Y}
	return true
}

// takeMarks starts to move the selected marks.
func (g *markDrag) takeMarks(p Pointer) {
	*g = markDrag{marks: g.marks, on: true, from: p.At}
}

// drag previews the marks. Shorter movements than a drag change nothing, so that a click never moves a mark by a pixel.
func (g *markDrag) drag(p Pointer) {
	if !g.moved && !p.moved(g.from) {
		return
	}
	g.moved = true
	d := g.marks.host.Drawing()
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
		marks := g.marks.Selection()
		for i := range marks {
			marks[i] = marks[i].Moved(by.X, by.Y)
		}
		d = d.Replace(marks...)
	}
	g.now = d
	g.marks.host.Preview(d)
	g.marks.host.Changed()
}

// up commits the drag. It returns false if it was a click.
func (g *markDrag) up(p Pointer) bool {
	g.drag(p)
	was := *g
	*g = markDrag{marks: g.marks}
	if !was.moved {
		return false
	}
	word := "move"
	if was.grip == drawing.GripRotate {
		word = "turn mark"
	} else if was.grip != "" {
		word = "reshape"
	}
	g.marks.host.Commit(word, was.now)
	g.marks.host.Changed()
	return true
}

// cancel drops the drag. It reports whether there was one.
func (g *markDrag) cancel() bool {
	if !g.on {
		return false
	}
	*g = markDrag{marks: g.marks}
	g.marks.host.Preview(g.marks.host.Drawing())
	return true
}

// shown returns the selected marks as the drag shows them.
func (g *markDrag) shown() []drawing.Mark {
	marks := g.marks.Selection()
	if g.moved {
		for i := range marks {
			if m, ok := g.now.Mark(marks[i].ID); ok {
				marks[i] = m
			}
		}
	}
	return marks
}

// overlay outlines the selected marks. A single mark shows its handles.
func (g *markDrag) overlay(zoom float64) Overlay {
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

// outline returns the outline around a selected mark.
func outline(m drawing.Mark) [4]drawing.Point {
	switch m.Kind {
	case drawing.Brush, drawing.Erase, drawing.Line, drawing.Arrow:
		b := m.Bounds()
		return drawing.Rect{
			X0: float64(b.Min.X), Y0: float64(b.Min.Y), X1: float64(b.Max.X), Y1: float64(b.Max.Y),
		}.Corners()
	}
	return m.Corners()
}
