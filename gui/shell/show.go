package shell

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/kit"
)

// Show shows a place and updates it. It also moves the focus, so that typing cannot reach a hidden field.
func (s *Shell) Show(p Place) {
	s.leaveOverlay()
	before := Place(s.place.Swap(int32(p)))
	came := before != p
	if came {
		s.leave(before)
	}
	s.rail.mark(p)
	s.root.show(s.contentOf(p))
	s.notices.show(p)
	if came {
		s.bringKeyboard(p)
	}
	s.placeShown()
	s.Refresh(p)
}

// ShowWelcome shows one thing instead of rail and places: the first start.
func (s *Shell) ShowWelcome(content fyne.CanvasObject) {
	s.status.first(true)
	s.root.cover(content)
	s.root.catchUp(content)
}

// HideWelcome leaves the welcome screen and shows the places.
func (s *Shell) HideWelcome() {
	s.status.first(false)
	s.root.cover(nil)
	s.RefreshAll()
}

// InFront reports whether a place is shown and not fully covered. Window's goroutine.
func (s *Shell) InFront(p Place) bool { return s.Place() == p && (s.overlay == nil || !s.root.covered) }

// PlaceAt returns the place of the rail button at a window position. It reports false if there is none, or if that
// place is shown already, or the rail is covered. Window's goroutine.
func (s *Shell) PlaceAt(at fyne.Position) (Place, bool) {
	for p, b := range s.rail.buttons {
		if kit.Covers(b, at) {
			return Place(p), !s.root.covered && s.Place() != Place(p)
		}
	}
	return 0, false
}
