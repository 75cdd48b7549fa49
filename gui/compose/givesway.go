package compose

import "fyne.io/fyne/v2"

// givesWay lays a control to the left and words about it to the right, at least gap px apart. Where there is no room for both,
// the words are not shown.
type givesWay struct{ gap float32 }

// MinSize is the width of the control and the height of the higher of the two, whether or not the words are shown.
func (givesWay) MinSize(o []fyne.CanvasObject) fyne.Size {
	m := o[0].MinSize()
	return fyne.NewSize(m.Width, max(m.Height, o[1].MinSize().Height))
}

// Layout places the two.
func (l givesWay) Layout(o []fyne.CanvasObject, s fyne.Size) {
	for i, x := range []float32{0, s.Width - o[1].MinSize().Width} {
		m := o[i].MinSize()
		o[i].Move(fyne.NewPos(x, (s.Height-m.Height)/2))
		o[i].Resize(m)
	}
	setShown(o[1], o[0].MinSize().Width+l.gap+o[1].MinSize().Width <= s.Width)
}
