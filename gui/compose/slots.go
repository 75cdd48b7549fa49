package compose

import (
	"fyne.io/fyne/v2"

	"viviscope/client/linkcheck"
	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/dnd"
	"viviscope/gui/lang"
)

// slots are the pictures of the kind in front, in the form and in the window: how they come in, move, go, and what is known of
// them. It belongs to the window's goroutine.
type slots struct {
	*editing
	Window
	Leads
	window  *viewport
	drawing *drawing
	refit   func() // what stands below them moved

	frames   *framesView
	pictures *picturesView
	scroll   fyne.CanvasObject // what they are seen through

	looks   *looks   // at the pictures of the kind in front
	oops    slotOops // what a slot refused last
	uploads *uploads // local pictures of jobs on their way to the person's host
	ticking bool     // the lives of links are shown again soon
}

// slotWays leads what is done at the slots to the form.
func (s *slots) slotWays() slotWays {
	ways := slotWays{
		clear: s.clearSlot, look: s.lookLarge, text: s.typedAddress, drag: s.dragged, dragOut: s.draggedOut, way: s.way,
		copy: func(place int) {
			if slot := s.slotAt(place); slot != nil && slot.URL != "" {
				s.Copy(slot.URL)
			}
		},
	}
	ways.fold = func() {
		s.render()
		s.refit()
	}
	if s.Pasted != nil {
		ways.paste = s.paste
	}
	if s.OnGallery != nil {
		ways.gallery = func(place int) { s.OnGallery(place) }
	}
	if s.OnAsset != nil {
		ways.asset = func(place int) {
			if slot := s.slotAt(place); slot != nil && slot.Asset != "" {
				s.OnAsset(slot.Asset)
			}
		}
	}
	if s.OnChooseFile != nil {
		ways.choose = func(place int) {
			s.OnChooseFile(func(path string) { s.put(place, form.Slot{File: path}) })
		}
	}
	return ways
}

// furtherWays are the ways of the pictures beside the one on the canvas: what the gallery is asked for here comes here.
func (s *slots) furtherWays(ways slotWays) slotWays {
	if gallery := ways.gallery; gallery != nil && s.drawing.Picture != nil {
		ways.gallery = func(place int) {
			s.drawing.join()
			gallery(place)
		}
	}
	return ways
}

// slotAt returns what a slot of the kind in front holds; nil where it has no such slot.
func (s *slots) slotAt(place int) *form.Slot {
	slots := slotsOf(&s.form)
	if place < 0 || place >= len(slots) {
		return nil
	}
	return slots[place]
}

// linkSlots are the slots of links, with what their own text says of their lives.
func (s *slots) linkSlots(links []string) []form.Slot {
	var slots []form.Slot
	for _, link := range links {
		slot := form.Slot{URL: link}
		if dies, ok := linkcheck.Dies(link, s.Now()); ok {
			slot.Dies = dies.UnixMilli()
		}
		slots = append(slots, slot)
	}
	return slots
}

// put puts pictures into the kind in front, beginning at a place. What a picture takes the place of can be brought back.
func (s *slots) put(place int, pictures ...form.Slot) {
	if s.keepsFrame(place, pictures) {
		s.notices.say(lang.L("%s was left out.", baseName(pictures[0].File)) + " " + form.Words(form.MsgLocalFile) + " " + lang.L("The frame that was here stays."))
		return
	}
	before := s.form
	lost := false
	s.oops = slotOops{}
	s.edit(func(f *form.Form) {
		switch {
		case len(pictures) == 0:
		case f.Kind == db.FramesToVideo:
			was := f.Frames
			if was.LastOff(s.env()) != "" {
				place = form.FirstFrame
			}
			f.Frames.Fill(place, pictures...)
			lost = replaced(was.First, f.Frames.First) || replaced(was.Last, f.Frames.Last)
		case f.Kind == db.EditImage:
			if at := f.Edit.Pictures[min(max(place, 0), len(f.Edit.Pictures)-1)]; place >= 0 && !at.Empty() {
				lost = replaced(at, pictures[0])
				f.Edit.Pictures[place] = pictures[0]
				pictures = pictures[1:]
			}
			f.Edit.Add(pictures...)
		}
	})
	if lost {
		s.notices.undoable(lang.L("Another picture took the place of the one that was here."), recallShown, func() { s.set(before) })
	}
	s.render()
}

// keepsFrame reports whether a file of this computer came to a slot whose picture can be sent, which the file cannot be.
func (s *slots) keepsFrame(place int, pictures []form.Slot) bool {
	if s.form.Kind != db.FramesToVideo || len(pictures) != 1 || pictures[0].File == "" || pictures[0].URL != "" || s.hosting() {
		return false
	}
	at := *s.form.Frames.Slot(place)
	return !at.Empty() && s.form.Frames.FrameProblem(place, s.env()) == ""
}

// replaced reports whether a picture gave way to another one.
func replaced(was, is form.Slot) bool { return !was.Empty() && lookKeyOf(was) != lookKeyOf(is) }

// clearSlot empties a slot.
func (s *slots) clearSlot(place int) {
	s.oops = slotOops{}
	s.edit(func(f *form.Form) {
		switch f.Kind {
		case db.FramesToVideo:
			*f.Frames.Slot(place) = form.Slot{}
		case db.EditImage:
			f.Edit.Remove(place)
		}
	})
	s.render()
}

// swapFrames exchanges the two frames.
func (s *slots) swapFrames() {
	s.oops = slotOops{}
	s.edit(func(f *form.Form) { f.Frames.Swap() })
	s.render()
}

// typedAddress takes what was typed into a slot, and says what is wrong with it.
func (s *slots) typedAddress(place int, text string) (refused string) {
	links := dnd.LinksIn(text)
	if len(links) == 0 {
		return lang.L("http or https address only")
	}
	s.put(place, s.linkSlots(links)...)
	return ""
}

// paste takes what is on the clipboard: links, or the path of a file that a file manager put there.
func (s *slots) paste(place int) {
	text := s.Pasted()
	if links := dnd.LinksIn(text); len(links) > 0 {
		s.put(place, s.linkSlots(links)...)
		return
	}
	if file, ok := dnd.FilePath(text); ok && isPicture(file) {
		s.put(place, form.Slot{File: file})
		return
	}
	s.refuse(place, lang.L("There is no web address on the clipboard."))
}

// refuse says at a slot why nothing was put in, until something else happens there.
func (s *slots) refuse(place int, why string) {
	s.oops = slotOops{kind: s.form.Kind, place: place, why: why}
	s.render()
}

// slotOops is what was wrong with the last thing that somebody tried to put into a slot.
type slotOops struct {
	kind  db.JobKind
	place int
	why   string
}

// way follows one of the ways on that a slot offers.
func (s *slots) way(place int, on wayOn) {
	switch on {
	case wayWhy:
		s.showWhy(place)
	case wayAddress:
		s.typeAddress(place)
	case wayEdit:
		s.editFirst(place)
	case wayReplace:
		if s.OnGallery != nil {
			s.drawing.join()
			s.OnGallery(place)
			return
		}
		s.typeAddress(place)
	case wayAgain:
		if slot := s.slotAt(place); slot != nil {
			s.looks.again(*slot)
			s.render()
		}
	}
}

func (s *slots) typeAddress(place int) {
	if s.oops.why != "" {
		s.oops = slotOops{}
		s.render()
	}
	if t := s.seatAt(place); t != nil {
		t.slot.Type("")
	}
}
