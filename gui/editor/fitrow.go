package editor

import "fyne.io/fyne/v2"

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

// Layout places what fits.
func (l *fitRow) Layout(o []fyne.CanvasObject, s fyne.Size) {
	groups, more := o[:len(o)-1], o[len(o)-1]
	total := float32(0)
	for i, g := range groups {
		if l.wanted(i) {
			total += g.MinSize().Width + l.gap
		}
	}
	room := s.Width
	if total-l.gap > room {
		room -= more.MinSize().Width + l.gap
	}
	ahead := float32(0) // that is not for those before the kept one
	if kept := groups[l.kept].MinSize().Width; l.wanted(l.kept) && kept <= room {
		ahead = kept + l.gap
	}
	l.dropped = l.dropped[:0]
	x, full := float32(0), false
	for i, g := range groups {
		m := g.MinSize()
		isKept := i == l.kept && ahead > 0
		if isKept {
			ahead = 0
		}
		fits := l.wanted(i) && (!full || isKept) && x+m.Width <= room-ahead
		setShown(g, fits)
		switch {
		case fits:
			g.Move(fyne.NewPos(x, (s.Height-m.Height)/2))
			g.Resize(m)
			x += m.Width + l.gap
		case l.wanted(i):
			full = true // the order of the options stays what it is
			l.dropped = append(l.dropped, i)
		}
	}
	setShown(more, len(l.dropped) > 0)
	m := more.MinSize()
	more.Move(fyne.NewPos(x, (s.Height-m.Height)/2))
	more.Resize(m)
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
