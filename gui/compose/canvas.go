package compose

import (
	"context"
	"log/slog"
	"time"

	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
)

// joinFor is how long a picture of the gallery goes beside the one on the canvas after it was asked for there.
const joinFor = 2 * time.Minute

// SetPicture says what lies on the edit canvas now. Window's goroutine.
func (s *Screen) SetPicture(c form.Canvas) {
	if s.picture == c {
		return
	}
	s.picture, s.failure = c, ""
	s.render()
}

// canvasHere reports whether the first picture of an edit lies on the canvas. A held job has its own pictures, whatever lies
// there.
func (s *Screen) canvasHere() bool { return s.d.Picture != nil && s.held == nil }

// lay puts into the form what lies on the canvas. It is no change of the person's.
func (s *Screen) lay() {
	s.form.Edit.Canvas, s.form.Edit.AsItWas = form.Canvas{}, false
	if s.canvasHere() {
		s.form.Edit.Canvas = s.picture
	}
}

// tellWay says how what lies on the canvas is sent, when that is another way than before. A held job has pictures
// of its own, which are not beside it.
func (s *Screen) tellWay(env form.Env) {
	d := s.form.Edit
	d.Canvas, d.AsItWas = s.picture, false
	if s.held != nil {
		d.Pictures = [form.MaxEditPictures]form.Slot{}
	}
	way := d.CanvasWay(env)
	if s.toldWay == way {
		return
	}
	s.toldWay = way
	if s.d.OnCanvasWay != nil {
		s.d.OnCanvasWay(way)
	}
}

// asItWas is the form of a click that sends the picture on the canvas without what is drawn upon it; false where that makes
// no other request.
func (s *Screen) asItWas() (form.Form, bool) {
	f := s.form
	f.Edit.AsItWas = true
	return f, f.Kind == db.EditImage && s.held == nil && f.Edit.CanBeAsItWas()
}

// SendAsItWas sends the picture on the canvas without what is drawn upon it, as a click of its own. Where nothing is drawn it
// is Generate. Window's goroutine.
func (s *Screen) SendAsItWas() {
	_, other := s.asItWas()
	switch {
	case s.held != nil || s.form.Kind != db.EditImage:
		s.say(lang.L("Only an edit can be sent as it was, without what is drawn upon it."))
	case s.form.Edit.Canvas.Open && s.form.Edit.Canvas.Asset == "":
		s.say(lang.L("There is no picture below what is drawn: it can be sent with its marks only."))
	case !other:
		s.Generate()
	default:
		s.submit(false, true)
	}
}

// openOnCanvas takes pictures to the canvas, and the edit to the front.
func (s *Screen) openOnCanvas(pictures ...form.Slot) {
	if !s.mayTurn(db.EditImage) {
		return
	}
	s.edit(func(f *form.Form) { f.Kind = db.EditImage })
	s.Focus()
	var files, links []string
	for _, p := range pictures {
		switch {
		case p.Asset != "":
			s.openAsset(p)
		case p.File != "":
			files = append(files, p.File)
		case p.URL != "":
			links = append(links, p.URL)
		}
	}
	if len(files)+len(links) > 0 && s.d.OnCanvasDrop != nil {
		s.d.OnCanvasDrop(files, links)
	}
}

// openAsset opens a picture that is known by its ref alone.
func (s *Screen) openAsset(p form.Slot) {
	if s.d.Asset == nil || s.d.OnCanvas == nil {
		return
	}
	s.d.Go(func() {
		a, err := s.d.Asset(context.Background(), p.Asset)
		s.d.Post(func() {
			if err != nil {
				s.d.Log.Warn("cannot open a picture on the canvas", slog.Any("err", err))
				s.say(lang.L("The picture is not in the library any more."))
				return
			}
			s.d.OnCanvas(a)
		})
	})
}

// restoreCanvas takes the first picture of a recalled edit to the canvas, with what was drawn upon it where that was kept.
func (s *Screen) restoreCanvas(job db.Job) {
	if job.Kind != db.EditImage || !s.canvasHere() || s.form.Edit.Pictures[0].Empty() {
		return
	}
	f, first := s.form, s.form.Edit.Pictures[0]
	f.Edit.Remove(0)
	s.set(f)
	if s.d.OnRestore != nil && form.Drawn(job) {
		s.d.OnRestore(job)
		return
	}
	s.openOnCanvas(first)
}

// assemble places the pictures of the slots upon what is on the canvas.
func (s *Screen) assemble() {
	pictures := s.form.Edit.Inputs()
	if len(pictures) == 0 {
		return
	}
	s.alone()
	s.d.OnAssemble(pictures)
}

// alone leaves out the pictures beside the one on the canvas, which can be taken back.
func (s *Screen) alone() {
	before := s.form
	s.edit(func(f *form.Form) { f.Edit.Pictures = [form.MaxEditPictures]form.Slot{} })
	s.showNotice(lang.L("The picture on the canvas is alone now."), recallShown, func() {
		s.edit(func(f *form.Form) { f.Edit.Pictures = before.Edit.Pictures })
	})
}

// joins reports whether the next picture of the gallery was asked for beside the one on the canvas, and forgets it.
func (s *Screen) joins() bool {
	asked := s.joining
	s.joining = time.Time{}
	return s.canvasHere() && s.form.Kind == db.EditImage && !asked.IsZero() && s.d.Now().Sub(asked) < joinFor
}
