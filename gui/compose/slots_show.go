package compose

import (
	"time"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/compose/form"
)

// seatAt returns the slot on the screen at a place of the kind in front; nil where there is none.
func (s *slots) seatAt(place int) *seat {
	switch s.form.Kind {
	case db.FramesToVideo:
		return s.frames.seat(place)
	case db.EditImage:
		return s.pictures.seat(place)
	}
	return nil
}

// show shows the pictures of the kind in front, and what is wrong with them. It runs at every key.
func (s *slots) show(f form.Form, env form.Env, problems []client.ValidationError) {
	frames, edit := f.Kind == db.FramesToVideo, f.Kind == db.EditImage
	s.tick(f, env)
	if !frames && !edit {
		return
	}
	alone := edit && f.Edit.SentAlong()
	for place, slot := range slotsOf(&f) {
		t := s.seatAt(place)
		if t == nil {
			continue
		}
		facts := slotFacts{slot: *slot, seen: s.looks.of(*slot), env: env, upload: s.uploads.of(*slot), edit: edit, small: edit && (place > 0 || s.drawing.Picture != nil)}
		if frames {
			facts.problem = f.Frames.FrameProblem(place, env)
			if place == form.LastFrame {
				facts.off = f.Frames.LastOff(env)
			}
		} else {
			facts.problem = f.Edit.PictureProblem(place, env)
			facts.file = alone && slot.Local()
			facts.mixed = !alone && facts.problem == form.MsgEditMixed
		}
		if s.oops.why != "" && s.oops.kind == f.Kind && s.oops.place == place {
			facts.oops = s.oops.why
		}
		t.show(*slot, facts.face())
	}
	if edit {
		s.pictures.say(f.Edit, env, problems)
	}
}

// tick shows the slots again when the life of a link in front has something new to say: each minute, and when it is over.
func (s *slots) tick(f form.Form, env form.Env) {
	next := time.Duration(0)
	for _, slot := range slotsOf(&f) {
		if left, ok := slot.Left(env.Now); ok && left > 0 {
			if wait := min(left, time.Minute); next == 0 || wait < next {
				next = wait
			}
		}
	}
	if next == 0 || s.ticking {
		return
	}
	s.ticking = true
	s.After(next, func() {
		s.Post(func() {
			s.ticking = false
			s.render()
		})
	})
}

// activePlace is where a picture goes that came to no place in particular: the slot with the focus, else the first that is
// empty, else the first of all.
func (s *slots) activePlace() int {
	slots, focused := slotsOf(&s.form), s.window.focused()
	for place := range slots {
		if t := s.seatAt(place); t != nil && focused != nil && t.slot.Frame() == focused {
			return place
		}
	}
	for place, slot := range slots {
		if slot.Empty() {
			return place
		}
	}
	return 0
}

// measure puts into the form what looking at its pictures has found out. It is no change of the person's: nothing that is
// offered to be taken back goes by it.
func (s *slots) measure() {
	var slots []form.Slot
	for _, slot := range slotsOf(&s.form) {
		slots = append(slots, *slot)
	}
	s.looks.want(slots)
	if f := s.looks.measured(s.form); f != s.form {
		s.form = f
		if s.restored && s.held == nil {
			s.saver.keep(f)
		}
	}
	if s.held != nil {
		s.held.start = s.looks.measured(s.held.start)
	}
}
