package editor

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/kit"
)

// lineGap is the gap between the options, px.
const lineGap = 12

// fitLayout lays the wanted objects from left to right as long as there is room. It hides the rest and then shows the
// last object, which leads to them. wanted has an entry for every other object.
type fitLayout struct {
	wanted  []bool
	dropped []int // indexes of the wanted objects without room
}

// MinSize has room for the last object, and the height of the tallest.
func (l *fitLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	size := o[len(o)-1].MinSize()
	for _, c := range o {
		size.Height = max(size.Height, c.MinSize().Height)
	}
	return size
}

func (l *fitLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	more, total := o[len(o)-1], float32(-lineGap)
	for i, wanted := range l.wanted {
		if wanted {
			total += o[i].MinSize().Width + lineGap
		}
	}
	room := s.Width
	if total > room {
		room -= lineGap + more.MinSize().Width
	}
	l.dropped = nil
	x := float32(0)
	for i, c := range o {
		fits := x+c.MinSize().Width <= room && len(l.dropped) == 0 // later options do not overtake a dropped one
		switch {
		case c == more:
			fits = len(l.dropped) > 0
		case !l.wanted[i]:
			fits = false
		case !fits:
			l.dropped = append(l.dropped, i)
		}
		kit.Show(c, fits)
		if fits {
			m := c.MinSize()
			kit.Place(c, x, (s.Height-m.Height)/2, m.Width, m.Height)
			x += m.Width + lineGap
		}
	}
}
