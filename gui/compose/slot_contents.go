package compose

import (
	"viviscope/client/linkcheck"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/dnd"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// slotContents puts pictures into the slots of the kind in front, and removes them. It belongs to the window's
// goroutine.
type slotContents struct {
	*draft
	refused slotError // the last picture that a slot refused
}

// slotError is a picture that a slot refused.
type slotError struct {
	kind  db.JobKind
	place int
	why   string // in the language of the window
}

// refusal returns why a slot refused the last picture; "" if it took it.
func (s *slotContents) refusal(place int) string {
	if s.refused.kind == s.form.Kind && s.refused.place == place {
		return s.refused.why
	}
	return ""
}

// slotAt returns the content of a slot of the kind in front; nil if it has no such slot.
func (s *slotContents) slotAt(place int) *order.Slot {
	slots := slotsOf(&s.form)
	if place < 0 || place >= len(slots) {
		return nil
	}
	return slots[place]
}

// linkSlots returns the slots of links, with the expiry that their text contains.
func (s *slotContents) linkSlots(links []string) []order.Slot {
	var slots []order.Slot
	for _, link := range links {
		slot := order.Slot{URL: link}
		if dies, ok := linkcheck.Expiry(link, s.host.Now()); ok {
			slot.Dies = dies.UnixMilli()
		}
		slots = append(slots, slot)
	}
	return slots
}

// putPictures puts pictures into the kind in front, beginning at a place. What a picture takes the place of can be
// brought back.
func (s *slotContents) putPictures(place int, pictures ...order.Slot) {
	if s.keepsFrame(place, pictures) {
		left := lang.L("%s was left out.", order.BaseName(pictures[0].File))
		s.notices.say(left + " " + wording.Rule(order.MsgLocalFile) + " " + lang.L("The current frame stays."))
		return
	}
	before := s.form
	lost, full := false, false
	s.refused = slotError{}
	s.Edit(func(f *order.Form) {
		switch {
		case len(pictures) == 0:
		case f.Kind == db.FramesToVideo:
			was := f.Frames
			if was.NoLastFrameReason(s.env()) != "" {
				place = order.FirstFrame
			}
			f.Frames.Fill(place, pictures...)
			lost = replaced(was.First, f.Frames.First) || replaced(was.Last, f.Frames.Last)
		case f.Kind == db.EditImage:
			if at := f.Edit.Pictures[min(max(place, 0), len(f.Edit.Pictures)-1)]; place >= 0 && !at.Empty() {
				lost = replaced(at, pictures[0])
				f.Edit.Pictures[place] = pictures[0]
				pictures = pictures[1:]
			}
			full = f.Edit.Add(pictures...) < len(pictures)
		}
	})
	if full {
		s.notices.say(lang.L("An edit uses at most %d pictures.", order.MaxEditPictures))
	}
	if lost {
		s.notices.undoable(lang.L("The picture was replaced."), recallShown, func() { s.set(before) })
	}
	s.changed()
}

// keepsFrame reports whether a file of this computer came to a slot whose picture can be sent, which the file cannot
// be.
func (s *slotContents) keepsFrame(place int, pictures []order.Slot) bool {
	if s.form.Kind != db.FramesToVideo || len(pictures) != 1 || pictures[0].File == "" || pictures[0].URL != "" ||
		s.hosting() {
		return false
	}
	at := *s.form.Frames.Slot(place)
	return !at.Empty() && s.form.Frames.FrameProblem(place, s.env()) == ""
}

// replaced reports whether a picture gave way to another one.
func replaced(was, is order.Slot) bool {
	return !was.Empty() && was.WithoutMeasurements() != is.WithoutMeasurements()
}

// changeSlots changes what the slots hold.
func (s *slotContents) changeSlots(how func(f *order.Form)) {
	s.refused = slotError{}
	s.Edit(how)
	s.changed()
}

// clearSlot empties a slot, which can be undone.
func (s *slotContents) clearSlot(place int) {
	slot := s.slotAt(place)
	if slot == nil {
		return
	}
	before, was := s.form, *slot
	s.changeSlots(func(f *order.Form) {
		switch f.Kind {
		case db.FramesToVideo:
			*f.Frames.Slot(place) = order.Slot{}
		case db.EditImage:
			f.Edit.Remove(place)
		}
	})
	if was.Empty() {
		return
	}
	s.notices.undoable(lang.L("The picture was removed."), recallShown, func() {
		s.changeSlots(func(f *order.Form) { // what was typed since stays
			f.Frames.First, f.Frames.Last, f.Edit.Pictures = before.Frames.First, before.Frames.Last,
				before.Edit.Pictures
		})
	})
}

// refuseAt shows at a slot why nothing was put in, until something else happens there.
func (s *slotContents) refuseAt(place int, why string) {
	s.refused = slotError{kind: s.form.Kind, place: place, why: why}
	s.changed()
}

func assetSlot(a db.Asset) order.Slot {
	slot := order.Slot{URL: a.Link, File: a.Path, Asset: a.Ref, Width: a.Width, Height: a.Height}
	if a.Link != "" && !a.LinkExpires.IsZero() {
		slot.Dies = a.LinkExpires.UnixMilli()
	}
	return slot
}

// dropSlots are the links of a drop, its files of some kinds, and its assets.
func (s *slotContents) dropSlots(d dnd.Drop, kinds ...fileKind) []order.Slot {
	slots := s.linkSlots(d.Links)
	for _, file := range filesOf(d.Files, kinds...) {
		slots = append(slots, order.Slot{File: file})
	}
	for _, a := range d.Assets {
		slots = append(slots, assetSlot(a))
	}
	return slots
}
