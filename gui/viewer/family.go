package viewer

import (
	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/facts"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
)

// newFamily makes the relatives of what is shown; those that can be compared with it say so.
func newFamily(s *Screen) *facts.Family {
	return facts.NewFamily(facts.FamilyOptions{Size: fyne.NewSize(132, 74), Scale: s.scale, Pictures: s.d.Pictures, Open: s.follow, Offer: s.offerCompare})
}

// offerCompare leads from a group of relatives to the comparison with its first. Frames of clips are compared where they can be had.
func (s *Screen) offerCompare(r facts.Relation, first db.Asset) fyne.CanvasObject {
	frames := s.d.Frame != nil
	switch {
	case r == facts.GivenFrames && frames:
		return widgets.NewLink(lang.L("Compare the first frame with frame 1"), func() { s.compareFirst(first) })
	case r == facts.MadeFrom, r == facts.SavedFrom && frames:
		return widgets.NewLink(lang.L("Compare with it"), func() { s.versus.start(first); s.Focus() })
	}
	return nil
}

// compareFirst compares the frame that a clip was given with the first one that it has.
func (s *Screen) compareFirst(frame db.Asset) {
	s.versus.startAt(frame, 0)
	s.Focus()
}
