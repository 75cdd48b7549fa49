package compose

import (
	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
)

// SetPicture says what lies on the edit canvas now. Window's goroutine.
func (s *Screen) SetPicture(c form.Canvas) {
	if s.drawing.picture == c {
		return
	}
	s.drawing.picture, s.failure = c, ""
	s.render()
}

// SendAsItWas sends the picture on the canvas without what is drawn upon it, as a click of its own. Where nothing is drawn it
// is Generate. Window's goroutine.
func (s *Screen) SendAsItWas() {
	_, other := s.drawing.asItWas()
	switch {
	case s.held != nil || s.form.Kind != db.EditImage:
		s.notices.say(lang.L("Only an edit can be sent as it was, without what is drawn upon it."))
	case s.form.Edit.Canvas.Open && s.form.Edit.Canvas.Asset == "":
		s.notices.say(lang.L("There is no picture below what is drawn: it can be sent with its marks only."))
	case !other:
		s.Generate()
	default:
		s.submit(false, true)
	}
}
