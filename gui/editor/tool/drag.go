package tool

import (
	"math"

	"viviscope/gui/editor/drawing"
)

// grasp is a drag of marks that stand on the canvas: of one handle of one mark, or of several marks as they are.
type grasp struct {
	kit   *Kit
	on    bool
	from  drawing.Point
	mark  drawing.Mark // of a handle
	grip  drawing.Grip // "": the marks are moved
	off   drawing.Point
	moved bool // it is more than a click
	now   drawing.Drawing
}

// handle takes a handle that is near the pointer, of the only selected mark.
func (g *grasp) handle(p Pointer) bool {
	marks := g.kit.Selection()
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
	*g = grasp{kit: g.kit, on: true, from: p.At, mark: marks[0], grip: found.Grip}
	g.off = drawing.Point{X: found.At.X - p.At.X, Y: found.At.Y - p.At.Y}
	return true
}

// marks takes the selected marks as they are.
func (g *grasp) marks(p Pointer) {
	*g = grasp{kit: g.kit, on: true, from: p.At}
}

// drag shows what the marks would become. Less than a drag changes nothing, so that a click never moves a mark by a pixel.
func (g *grasp) drag(p Pointer) {
	if !g.moved && !p.moved(g.from) {
		return
	}
	g.moved = true
	d := g.kit.host.Drawing()
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
		marks := g.kit.Selection()
		for i := range marks {
			marks[i] = marks[i].Moved(by.X, by.Y)
		}
		d = d.Replace(marks...)
	}
	g.now = d
	g.kit.host.Preview(d)
	g.kit.host.Changed()
}

// up ends the drag; false: it was a click.
func (g *grasp) up(p Pointer) bool {
	g.drag(p)
	was := *g
	*g = grasp{kit: g.kit}
	if !was.moved {
		return false
	}
	word := "move"
	if was.grip == drawing.GripRotate {
		word = "turn mark"
	} else if was.grip != "" {
		word = "reshape"
	}
	g.kit.host.Commit(word, was.now)
	g.kit.host.Changed()
	return true
}

// cancel leaves the drag; false: there was none.
func (g *grasp) cancel() bool {
	if !g.on {
		return false
	}
	*g = grasp{kit: g.kit}
	g.kit.host.Preview(g.kit.host.Drawing())
	return true
}

// shown are the selected marks as a drag that goes on shows them.
func (g *grasp) shown() []drawing.Mark {
	marks := g.kit.Selection()
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
func (g *grasp) overlay(zoom float64) Overlay {
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
