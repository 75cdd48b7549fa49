package editor

import "fyne.io/fyne/v2"

// lines lays objects side by side in the middle of as many lines as the room needs. It is as large as they are, so that it can
// stand in the middle of something else.
type lines struct {
	gap  float32
	room func() float32 // width, px
}

// walk visits the place of each object, from the left end of its line, and the width of the line.
func (l lines) walk(o []fyne.CanvasObject, at func(o fyne.CanvasObject, pos fyne.Position, size fyne.Size, line float32)) fyne.Size {
	var all fyne.Size
	room := l.room()
	for from := 0; from < len(o); {
		to, width, height := from, float32(0), float32(0)
		for ; to < len(o); to++ {
			m := o[to].MinSize()
			if to > from && width+l.gap+m.Width > room {
				break
			}
			if to > from {
				width += l.gap
			}
			width, height = width+m.Width, max(height, m.Height)
		}
		if from > 0 {
			all.Height += l.gap
		}
		x := float32(0)
		for _, c := range o[from:to] {
			m := c.MinSize()
			at(c, fyne.NewPos(x, all.Height), m, width)
			x += m.Width + l.gap
		}
		all = fyne.NewSize(max(all.Width, width), all.Height+height)
		from = to
	}
	return all
}

// MinSize is all of them.
func (l lines) MinSize(o []fyne.CanvasObject) fyne.Size {
	return l.walk(o, func(fyne.CanvasObject, fyne.Position, fyne.Size, float32) {})
}

// Layout places the objects.
func (l lines) Layout(o []fyne.CanvasObject, s fyne.Size) {
	l.walk(o, func(c fyne.CanvasObject, pos fyne.Position, size fyne.Size, line float32) {
		c.Move(pos.AddXY((s.Width-line)/2, 0))
		c.Resize(size)
	})
}
