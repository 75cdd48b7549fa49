package compose

import (
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
)

// editFirst takes the picture of a slot to the edit, whose result has a link of its own.
func (s *slots) editFirst(place int) {
	slot := s.slotAt(place)
	if slot == nil || slot.Empty() {
		return
	}
	s.toEdit(*slot)
}

// toEdit brings the edit to the front with more pictures to change.
func (s *slots) toEdit(pictures ...form.Slot) {
	if s.drawing.here() {
		s.drawing.openOnCanvas(pictures...)
		return
	}
	if !s.mayTurn(db.EditImage) {
		return
	}
	full := false
	s.edit(func(f *form.Form) {
		f.Kind = db.EditImage
		for _, p := range pictures {
			if !slices.ContainsFunc(f.Edit.Pictures[:], func(have form.Slot) bool { return lookKeyOf(have) == lookKeyOf(p) }) {
				full = f.Edit.Add(p) == 0
			}
		}
	})
	if full {
		s.notices.say(lang.L("An edit takes %d pictures at most.", form.MaxEditPictures))
	}
	s.drawing.toPrompt()
}

// putFrame puts a picture into a slot of the clip from frames, which comes to the front.
func (s *slots) putFrame(place int, slot form.Slot) {
	if !s.mayTurn(db.FramesToVideo) {
		return
	}
	s.edit(func(f *form.Form) { f.Kind = db.FramesToVideo })
	if place == form.LastFrame && s.form.Frames.LastOff(s.env()) != "" {
		// It was asked for as the last frame: there it goes, and the first one is asked for.
		s.edit(func(f *form.Form) { f.Frames.Last = slot })
		s.render()
		return
	}
	s.put(place, slot)
}

func (s *slots) useAsset(a db.Asset, place int) { s.putFrame(place, assetSlot(a)) }

// editAsset takes a picture of the library to the edit: to the canvas, or beside what is on it.
func (s *slots) editAsset(a db.Asset) {
	switch {
	case s.drawing.joins():
		s.put(-1, assetSlot(a))
	case s.drawing.here() && s.drawing.OnCanvas != nil:
		if s.mayTurn(db.EditImage) {
			s.edit(func(f *form.Form) { f.Kind = db.EditImage })
			s.drawing.toPrompt()
			s.drawing.OnCanvas(a)
		}
	default:
		s.toEdit(assetSlot(a))
	}
}

func assetSlot(a db.Asset) form.Slot {
	slot := form.Slot{URL: a.Link, File: a.Path, Asset: a.Ref, Width: a.Width, Height: a.Height}
	if a.Link != "" && !a.LinkDies.IsZero() {
		slot.Dies = a.LinkDies.UnixMilli()
	}
	return slot
}

// dragged shows what happens when the picture of a slot is let go here.
func (s *slots) dragged(from int, at fyne.Position) {
	to := s.placeAt(at)
	for place := range slotsOf(&s.form) {
		t := s.seatAt(place)
		switch {
		case t == nil:
		case place == to && to != from:
			t.over(&slotFace{state: widgets.SlotAccepts, words: s.moveWords(to), caption: lang.L("Let go to do so")})
		default:
			t.over(nil)
		}
	}
}

func (s *slots) moveWords(to int) string {
	if slot := s.slotAt(to); slot != nil && !slot.Empty() {
		return lang.L("Swap the two")
	}
	switch {
	case s.form.Kind == db.EditImage:
		return lang.L("Use as picture %s", s.pictures.title(to))
	case to == form.LastFrame:
		return lang.L("Use as last frame")
	}
	return lang.L("Use as first frame")
}

// draggedOut moves the picture of a slot to the one where it was let go; two pictures change places.
func (s *slots) draggedOut(from int, at fyne.Position) {
	s.unhover()
	to := s.placeAt(at)
	if to < 0 || to == from {
		return
	}
	s.oops = slotOops{}
	s.edit(func(f *form.Form) {
		switch f.Kind {
		case db.FramesToVideo:
			f.Frames.Swap()
		case db.EditImage:
			p := &f.Edit.Pictures
			p[from], p[to] = p[to], p[from]
			if p[from].Empty() {
				f.Edit.Remove(from)
			}
		}
	})
	s.render()
}
