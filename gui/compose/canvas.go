package compose

import (
	"context"
	"log/slog"

	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
)

// here reports whether the first picture of an edit lies on the canvas. A held job has its own pictures, whatever lies there.
func (s *slots) here() bool { return s.held == nil }

// lay puts into the form what lies on the canvas. It is no change of the person's.
func (s *slots) lay() {
	s.form.Edit.Canvas, s.form.Edit.AsItWas = form.Canvas{}, false
	if s.here() {
		s.form.Edit.Canvas = s.onCanvas
	}
}

// SetPicture says what lies on the edit canvas now. Window's goroutine.
func (s *Screen) SetPicture(c form.Canvas) {
	if s.slots.onCanvas == c {
		return
	}
	s.slots.onCanvas, s.failure = c, ""
	s.render()
}

// tellWay says how what lies on the canvas is sent, when that is another way than before. A held job has pictures
// of its own, which are not beside it.
func (s *slots) tellWay(env form.Env) {
	d := s.form.Edit
	d.Canvas, d.AsItWas = s.onCanvas, false
	if s.held != nil {
		d.Pictures = [form.MaxEditPictures]form.Slot{}
	}
	way := d.CanvasWay(env)
	if s.toldWay == way {
		return
	}
	s.toldWay = way
	s.EditCanvas.SetWay(way)
}

// asItWas is the form of a click that sends the picture on the canvas without what is drawn upon it; false where that makes
// no other request.
func (s *slots) asItWas() (form.Form, bool) {
	f := s.form
	f.Edit.AsItWas = true
	return f, f.Kind == db.EditImage && s.held == nil && f.Edit.CanBeAsItWas()
}

// openOnCanvas takes pictures to the canvas, and the edit to the front.
func (s *slots) openOnCanvas(pictures ...form.Slot) {
	s.edit(func(f *form.Form) { f.Kind = db.EditImage })
	s.toPrompt()
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
	if len(files)+len(links) > 0 {
		s.EditCanvas.Open(files, links)
	}
}

// openAsset opens a picture that is known by its ref alone.
func (s *slots) openAsset(p form.Slot) {
	s.Go(func(ctx context.Context) {
		a, err := s.Library.AssetByRef(ctx, p.Asset)
		s.Post(func() {
			if err != nil {
				s.Log().Warn("cannot open a picture on the canvas", slog.Any("err", err))
				s.notices.say(lang.L("The picture is not in the library any more."))
				return
			}
			s.EditCanvas.OpenAsset(a)
		})
	})
}

// restoreCanvas takes the first picture of a recalled edit to the canvas, with what was drawn upon it where that was kept.
func (s *slots) restoreCanvas(job db.Job) {
	if job.Kind != db.EditImage || !s.here() || s.form.Edit.Pictures[0].Empty() {
		return
	}
	f, first := s.form, s.form.Edit.Pictures[0]
	f.Edit.Remove(0)
	s.set(f)
	if form.Drawn(job) {
		s.EditCanvas.Restore(job)
		return
	}
	s.openOnCanvas(first)
}

// assemble places the pictures of the slots upon what is on the canvas.
func (s *slots) assemble() {
	pictures := s.form.Edit.Inputs()
	if len(pictures) == 0 {
		return
	}
	s.alone()
	s.EditCanvas.Place(pictures)
}

// alone leaves out the pictures beside the one on the canvas, which can be taken back.
func (s *slots) alone() {
	before := s.form
	s.edit(func(f *form.Form) { f.Edit.Pictures = [form.MaxEditPictures]form.Slot{} })
	s.notices.undoable(lang.L("The picture on the canvas is alone now."), recallShown, func() {
		s.edit(func(f *form.Form) { f.Edit.Pictures = before.Edit.Pictures })
	})
}
