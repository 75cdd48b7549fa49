package feed

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/widgets"
	"viviscope/resources"
)

// beside lays words with something to their right, such as an amount or buttons, which keeps its size. Where that leaves the
// words less than least px, at 100 %, it stands below them.
type beside struct{ least float32 }

const besideGap = 8 // px

// below reports whether the second object stands under the first in a width, px.
func (l beside) below(o []fyne.CanvasObject, width float32) bool {
	return l.right(o) > 0 && width-l.right(o) < resources.Scaled(l.least)
}

func (l beside) right(o []fyne.CanvasObject) float32 {
	if w := wide(o[1]); o[1].Visible() && w > 0 {
		return w + besideGap
	}
	return 0
}

// wide is the width of an object in one line, px: buttons break into more where there is less.
func wide(o fyne.CanvasObject) float32 {
	box, ok := o.(*fyne.Container)
	if !ok {
		return o.MinSize().Width
	}
	var w float32
	for _, part := range box.Objects {
		w += part.MinSize().Width + besideGap
	}
	return max(w-besideGap, 0)
}

// HeightFor returns the height of both in a width, px.
func (l beside) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	if l.below(o, width) {
		return widgets.HeightFor(o[0], width) + besideGap/2 + widgets.HeightFor(o[1], width)
	}
	return max(widgets.HeightFor(o[0], width-l.right(o)), widgets.HeightFor(o[1], wide(o[1])))
}

func (l beside) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, max(o[0].MinSize().Height, o[1].MinSize().Height))
}

func (l beside) Layout(o []fyne.CanvasObject, s fyne.Size) {
	put := func(c fyne.CanvasObject, x, y, w, h float32) {
		c.Move(fyne.NewPos(x, y))
		c.Resize(fyne.NewSize(w, h))
	}
	if l.below(o, s.Width) {
		high := widgets.HeightFor(o[0], s.Width)
		put(o[0], 0, 0, s.Width, high)
		put(o[1], 0, high+besideGap/2, s.Width, widgets.HeightFor(o[1], s.Width))
		return
	}
	m := fyne.NewSize(wide(o[1]), widgets.HeightFor(o[1], wide(o[1])))
	w := max(s.Width-l.right(o), 0)
	high := min(widgets.HeightFor(o[0], w), s.Height)
	put(o[0], 0, (s.Height-high)/2, w, high)
	put(o[1], s.Width-m.Width, (s.Height-m.Height)/2, m.Width, m.Height)
}
