package tool

import "viviscope/gui/editor/drawing"

// Draw makes a mark with the tool in the hand and without a pointer: in the middle of what is seen of the canvas, a third as
// large, and selected so that keys can move and size it. Where marks are selected it lets go of them, so that the next one
// can be drawn. False: the tool makes no marks.
func (k *Kit) Draw(seen drawing.Rect) bool {
	kind := k.hand.Kind()
	m := k.host.Fresh(kind)
	if m.Kind == "" || kind == Picture {
		return false
	}
	if len(k.Selection()) > 0 {
		k.Select()
		return true
	}
	mid := seen.Middle()
	w, h := (seen.X1-seen.X0)/6, (seen.Y1-seen.Y0)/6
	from, to := drawing.Point{X: mid.X - w, Y: mid.Y - h}.Round(), drawing.Point{X: mid.X + w, Y: mid.Y + h}.Round()
	switch kind {
	case Text:
		m.Points = []drawing.Point{mid.Round()}
		if k.host.Drawing().Full() {
			k.host.Refused(ErrFull)
		} else {
			k.host.Write(m)
		}
		return true
	case Number:
		m.Number, m.Points = k.host.Drawing().NextNumber(), []drawing.Point{mid.Round()}
	case Brush, Erase, Line, Arrow:
		from.Y, to.Y = mid.Round().Y, mid.Round().Y
		m.Points = []drawing.Point{from, to}
	default:
		m.Points = []drawing.Point{from, to}
	}
	k.add(string(m.Kind), m, true)
	return true
}

// Size makes the selected marks larger or smaller by so many pixels at their right and lower side, or at their end. Strokes
// have only one size. Several pushes one after the other are one step.
func (k *Kit) Size(dx, dy float64) {
	if len(k.Selection()) == 0 {
		return
	}
	k.change("size", "size", func(m drawing.Mark) drawing.Mark {
		for _, h := range m.Handles(1) {
			if h.Grip == drawing.GripSE || h.Grip == drawing.GripEnd {
				return m.Drag(h.Grip, drawing.Point{X: h.At.X + dx, Y: h.At.Y + dy}, drawing.Hold{})
			}
		}
		return m
	})
}
