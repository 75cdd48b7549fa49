package compose

import (
	"slices"

	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/kit"

	"fyne.io/fyne/v2"
)

// slotPlaces finds the slots on the screen. A place is the index of a slot in the form.
type slotPlaces struct {
	*draft
	page     *page
	frames   *framesView
	pictures *picturesView
}

// slotViews returns the slots of the current kind that are on the screen.
func (s *slotPlaces) slotViews() []*slotView {
	switch s.form.Kind {
	case db.FramesToVideo:
		return s.frames.slots[:]
	case db.EditImage:
		return s.pictures.views[:s.pictures.shown]
	}
	return nil
}

// viewAt returns one of them, or nil.
func (s *slotPlaces) viewAt(place int) *slotView {
	if views := s.slotViews(); place >= 0 && place < len(views) {
		return views[place]
	}
	return nil
}

// placeAt returns the slot at a position of the window, or -1. Slots that are scrolled out of view do not count.
func (s *slotPlaces) placeAt(at fyne.Position) int {
	if !s.page.covers(at) {
		return -1
	}
	return slices.IndexFunc(s.slotViews(), func(t *slotView) bool { return t.Visible() && kit.Covers(t.Slot, at) })
}

func (s *slotPlaces) unhover() {
	for _, t := range s.slotViews() {
		if t.Over() {
			t.SetOver(nil)
		}
	}
}

// activePlace returns the slot for a picture that was dropped on no slot: the focused one, or else the first empty one,
// or else the first.
func (s *slotPlaces) activePlace() int {
	if focused := s.host.Canvas().Focused(); focused != nil {
		if place := slices.IndexFunc(s.slotViews(), func(t *slotView) bool {
			return t.Frame() == focused
		}); place >= 0 {
			return place
		}
	}
	return max(slices.IndexFunc(slotsOf(&s.form), func(slot *order.Slot) bool { return slot.Empty() }), 0)
}
