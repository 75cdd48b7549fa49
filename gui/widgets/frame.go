package widgets

import "fyne.io/fyne/v2"

// frameLayout lays objects along the edges of a box and one into the rest, edge to edge: lines meet, and no ground
// shows between two panels.
type frameLayout struct{ top, left, right, centre fyne.CanvasObject }

// NewFrame puts top over the whole width, left and right beside the centre, and gives the rest to the centre. Any but
// the centre may be nil. Tab goes top, left, centre, right.
func NewFrame(top, left, right, centre fyne.CanvasObject) *fyne.Container {
	c := &fyne.Container{Layout: &frameLayout{top, left, right, centre}}
	for _, o := range []fyne.CanvasObject{top, left, centre, right} {
		if o != nil {
			c.Objects = append(c.Objects, o)
		}
	}
	return c
}

func shown(o fyne.CanvasObject) bool { return o != nil && o.Visible() }

// HeightFor is the height of the top, and of the highest of those below it.
func (l *frameLayout) HeightFor(_ []fyne.CanvasObject, width float32) float32 {
	top, high, w := float32(0), float32(0), width
	if shown(l.top) {
		top = HeightFor(l.top, width)
	}
	for _, o := range []fyne.CanvasObject{l.left, l.right} {
		if shown(o) {
			high, w = max(high, o.MinSize().Height), w-o.MinSize().Width
		}
	}
	return top + max(high, HeightFor(l.centre, w))
}

// MinSize is the sum of the parts that are shown.
func (l *frameLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	m := l.centre.MinSize()
	for _, o := range []fyne.CanvasObject{l.left, l.right} {
		if shown(o) {
			s := o.MinSize()
			m.Width += s.Width
			m.Height = max(m.Height, s.Height)
		}
	}
	if shown(l.top) {
		s := l.top.MinSize()
		m.Width = max(m.Width, s.Width)
		m.Height += s.Height
	}
	return m
}

// Layout places the parts.
func (l *frameLayout) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	x, y, w := float32(0), float32(0), s.Width
	if shown(l.top) {
		y = HeightFor(l.top, s.Width)
		Place(l.top, 0, 0, s.Width, y)
	}
	if shown(l.left) {
		x = l.left.MinSize().Width
		Place(l.left, 0, y, x, s.Height-y)
		w -= x
	}
	if shown(l.right) {
		r := l.right.MinSize().Width
		w -= r
		Place(l.right, x+w, y, r, s.Height-y)
	}
	Place(l.centre, x, y, w, s.Height-y)
}
