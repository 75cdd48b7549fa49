package compare

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/widgets"
)

// gap is the room between the two sides and under the head, px.
const gap = 16

// wholeLayout gives the head its height and the stage all the rest, and asks for as much height as there is.
type wholeLayout struct{}

// HeightFor is more than any window has: the sheet takes what it can get.
func (wholeLayout) HeightFor([]fyne.CanvasObject, float32) float32 { return 1 << 16 }

// MinSize is that of the stage with the head above it.
func (wholeLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	head, stage := o[0].MinSize(), o[1].MinSize()
	return fyne.NewSize(stage.Width, head.Height+gap+stage.Height)
}

// Layout places the two.
func (wholeLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	head := widgets.HeightFor(o[0], s.Width)
	put(o[0], 0, 0, s.Width, head)
	put(o[1], 0, head+gap, s.Width, s.Height-head-gap)
}

// stageLayout shares the width among the panes that are seen, and sees to pictures of that size.
type stageLayout struct{ v *view }

// MinSize is that of two panes.
func (l *stageLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	a, b := o[0].MinSize(), o[1].MinSize()
	return fyne.NewSize(a.Width+gap+b.Width, max(a.Height, b.Height))
}

// Layout places the panes.
func (l *stageLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	seen, x := 0, float32(0)
	for _, pane := range o {
		if pane.Visible() {
			seen++
		}
	}
	width := (s.Width - gap*float32(seen-1)) / float32(max(seen, 1))
	for i, pane := range o {
		if !pane.Visible() {
			continue
		}
		put(pane, x, 0, width, s.Height)
		x += width + gap
		if c := l.v.s.d.Canvas(); c != nil {
			room := l.v.panes[i].picture.Size()
			l.v.fetch(room.Width*c.Scale(), room.Height*c.Scale())
		}
	}
}

func put(o fyne.CanvasObject, x, y, w, h float32) {
	o.Move(fyne.NewPos(x, y))
	o.Resize(fyne.NewSize(w, h))
}
