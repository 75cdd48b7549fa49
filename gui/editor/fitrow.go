package editor

import (
	"slices"

	"fyne.io/fyne/v2"
)

// fitRow lays groups of options from left to right as long as they have room. Those that have none are hidden, and the
// last object, which leads to them, is shown instead.
type fitRow struct {
	gap     float32
	wanted  func(i int) bool // whether the group at a place belongs to the tool in hand
	kept    int              // the group that has its room before all others
	dropped []int            // the groups that had no room when it was laid out last
}

// MinSize is that of the tallest; a row this narrow shows only what leads to the rest.
func (l *fitRow) MinSize(o []fyne.CanvasObject) fyne.Size {
	more := o[len(o)-1].MinSize()
	size := more
	for _, c := range o {
		size.Height = max(size.Height, c.MinSize().Height)
	}
	return size
}

// spread gives the groups that have room in a width, and those that belong to the tool and have none.
func (l *fitRow) spread(o []fyne.CanvasObject, width float32) (shown, dropped []int) {
	groups, more := o[:len(o)-1], o[len(o)-1]
	total := float32(0)
	for i, g := range groups {
		if l.wanted(i) {
			total += g.MinSize().Width + l.gap
		}
	}
	room := width
	if total-l.gap > room {
		room -= more.MinSize().Width + l.gap
	}
	ahead := float32(0) // that is not for those before the kept one
	if kept := groups[l.kept].MinSize().Width; l.wanted(l.kept) && kept <= room {
		ahead = kept + l.gap
	}
	x := float32(0)
	for i, g := range groups {
		if !l.wanted(i) {
			continue
		}
		isKept := i == l.kept && ahead > 0
		if isKept {
			ahead = 0
		}
		w := g.MinSize().Width
		if full := len(dropped) > 0; (full && !isKept) || x+w > room-ahead { // the order of the options stays what it is
			dropped = append(dropped, i)
			continue
		}
		shown = append(shown, i)
		x += w + l.gap
	}
	return shown, dropped
}

// Layout places what fits.
func (l *fitRow) Layout(o []fyne.CanvasObject, s fyne.Size) {
	shown, dropped := l.spread(o, s.Width)
	l.dropped = dropped
	x := float32(0)
	put := func(c fyne.CanvasObject) {
		m := c.MinSize()
		c.Move(fyne.NewPos(x, (s.Height-m.Height)/2))
		c.Resize(m)
		x += m.Width + l.gap
	}
	for i, g := range o[:len(o)-1] {
		in := slices.Contains(shown, i)
		setShown(g, in)
		if in {
			put(g)
		}
	}
	more := o[len(o)-1]
	setShown(more, len(dropped) > 0)
	put(more)
}

func setShown(o fyne.CanvasObject, shown bool) {
	switch {
	case o.Visible() == shown:
	case shown:
		o.Show()
	default:
		o.Hide()
	}
}
