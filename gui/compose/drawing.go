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

// drawing is the edit canvas as the form knows it: what lies on it, how that is sent, and how pictures come there. It belongs
// to the window's goroutine.
type drawing struct {
	*editing
	Easel
	asset    func(ctx context.Context, ref string) (db.Asset, error) // of the library; called off the window's goroutine
	toPrompt func()                                                  // brings the keyboard to the prompt

	picture form.Canvas    // what lies on the canvas
	toldWay form.CanvasWay // the way that OnCanvasWay was told last
	joining joining
}

// joining is the wish for a picture of the gallery beside the one on the canvas. Another change of the form forgets it.
type joining struct {
	at      time.Time // zero: there is none
	changes int       // of the form by then
}

// here reports whether the first picture of an edit lies on the canvas. A held job has its own pictures, whatever lies
// there.
func (s *drawing) here() bool { return s.Picture != nil && s.held == nil }

// lay puts into the form what lies on the canvas. It is no change of the person's.
func (s *drawing) lay() {
	s.form.Edit.Canvas, s.form.Edit.AsItWas = form.Canvas{}, false
	if s.here() {
		s.form.Edit.Canvas = s.picture
	}
}

// SetPicture says what lies on the edit canvas now. Window's goroutine.
func (s *Screen) SetPicture(c form.Canvas) {
	if s.drawing.picture == c {
		return
	}
	s.drawing.picture, s.failure = c, ""
	s.render()
}

// tellWay says how what lies on the canvas is sent, when that is another way than before. A held job has pictures
// of its own, which are not beside it.
func (s *drawing) tellWay(env form.Env) {
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
	s.OnCanvasWay(way)
}

// asItWas is the form of a click that sends the picture on the canvas without what is drawn upon it; false where that makes
// no other request.
func (s *drawing) asItWas() (form.Form, bool) {
	f := s.form
	f.Edit.AsItWas = true
	return f, f.Kind == db.EditImage && s.held == nil && f.Edit.CanBeAsItWas()
}

// openOnCanvas takes pictures to the canvas, and the edit to the front.
func (s *drawing) openOnCanvas(pictures ...form.Slot) {
	if !s.mayTurn(db.EditImage) {
		return
	}
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
		s.OnCanvasDrop(files, links)
	}
}

// openAsset opens a picture that is known by its ref alone.
func (s *drawing) openAsset(p form.Slot) {
	s.Go(func() {
		a, err := s.asset(context.Background(), p.Asset)
		s.Post(func() {
			if err != nil {
				s.Log.Warn("cannot open a picture on the canvas", slog.Any("err", err))
				s.notices.say(lang.L("The picture is not in the library any more."))
				return
			}
			s.OnCanvas(a)
		})
	})
}

// restoreCanvas takes the first picture of a recalled edit to the canvas, with what was drawn upon it where that was kept.
func (s *drawing) restoreCanvas(job db.Job) {
	if job.Kind != db.EditImage || !s.here() || s.form.Edit.Pictures[0].Empty() {
		return
	}
	f, first := s.form, s.form.Edit.Pictures[0]
	f.Edit.Remove(0)
	s.set(f)
	if form.Drawn(job) {
		s.OnRestore(job)
		return
	}
	s.openOnCanvas(first)
}

// assemble places the pictures of the slots upon what is on the canvas.
func (s *drawing) assemble() {
	pictures := s.form.Edit.Inputs()
	if len(pictures) == 0 {
		return
	}
	s.alone()
	s.OnAssemble(pictures)
}

// alone leaves out the pictures beside the one on the canvas, which can be taken back.
func (s *drawing) alone() {
	before := s.form
	s.edit(func(f *form.Form) { f.Edit.Pictures = [form.MaxEditPictures]form.Slot{} })
	s.notices.undoable(lang.L("The picture on the canvas is alone now."), recallShown, func() {
		s.edit(func(f *form.Form) { f.Edit.Pictures = before.Edit.Pictures })
	})
}

// joins reports whether the next picture of the gallery was asked for beside the one on the canvas, and forgets it.
func (s *drawing) joins() bool {
	asked := s.joining
	s.joining = joining{}
	return s.here() && s.form.Kind == db.EditImage && !asked.at.IsZero() && asked.changes == s.changes && s.Now().Sub(asked.at) < joinFor
}

// join asks for a picture of the gallery beside the one on the canvas.
func (s *drawing) join() { s.joining = joining{s.Now(), s.changes} }
