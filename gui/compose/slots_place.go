package compose

import (
	"fyne.io/fyne/v2"
)

// placeAt returns the slot at a place of the window; -1 where there is none. What is scrolled out of sight is not there.
func (s *slots) placeAt(at fyne.Position) int {
	if !s.inWindow() || !inside(s.scroll, at) {
		return -1
	}
	for place := range slotsOf(&s.form) {
		if t := s.seatAt(place); t != nil && t.slot.Visible() && inside(t.slot, at) {
			return place
		}
	}
	return -1
}

// inWindow reports whether the composer is what the window shows. The driver puts what it does not show into the corner, where
// the fields would lie over the head.
func (s *slots) inWindow() bool {
	d := fyne.CurrentApp().Driver()
	return d.AbsolutePositionForObject(s.scroll) != d.AbsolutePositionForObject(s.window.box)
}

func inside(o fyne.CanvasObject, at fyne.Position) bool {
	from, size := fyne.CurrentApp().Driver().AbsolutePositionForObject(o), o.Size()
	return at.X >= from.X && at.Y >= from.Y && at.X < from.X+size.Width && at.Y < from.Y+size.Height
}

func (s *slots) unhover() {
	for place := range slotsOf(&s.form) {
		if t := s.seatAt(place); t != nil && t.slot.Over() {
			t.over(nil)
		}
	}
}
