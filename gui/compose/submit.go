package compose

import (
	"context"
	"log/slog"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/db"
)

// submit hands the order over. The button is off until the rows are committed, which the form does not wait for: it
// can be changed and read meanwhile.
func (s *Screen) submit(hold bool) {
	if s.busy || s.account.ID == 0 {
		return
	}
	order, problems := s.form.Build()
	if len(problems) > 0 {
		s.asked = true
		s.render()
		s.focus(s.view().field(problems[0].Field))
		return
	}
	if s.account.NoKey && !hold {
		return // the foot says so
	}
	s.busy, s.asked, s.failure = true, false, ""
	s.render()
	profile, sent, how := s.account.ID, s.form, jobs.SubmitOptions{Hold: hold}
	s.d.Go(func() {
		made, err := s.commit(context.Background(), profile, order, how)
		s.d.Post(func() { s.committed(sent, made, err) })
	})
}

func (s *Screen) commit(ctx context.Context, profile int64, o Order, how jobs.SubmitOptions) ([]db.Job, error) {
	if len(o.Images) > 0 {
		return s.d.Submitter.SubmitImages(ctx, profile, o.Images, how)
	}
	return s.d.Submitter.SubmitVideos(ctx, profile, o.Videos, how)
}

func (s *Screen) committed(sent Form, made []db.Job, err error) {
	s.busy = false
	if err != nil {
		// No row, no request: a click that is not on the disk is never sent.
		s.d.Log.Error("cannot commit the click", slog.Any("err", err))
		s.failure = "Not sent, nothing was charged: " + err.Error()
		s.render()
		return
	}
	f := s.form
	if f.Video.Seed == sent.Video.Seed {
		f.Video.Seed = sent.Sent(s.roll).Video.Seed
	}
	s.set(f)
	s.render()
	if s.d.OnSubmitted != nil {
		s.d.OnSubmitted(made)
	}
}

// focus brings the keyboard to a control, also to one that was not drawn yet: the toolkit knows the canvas of an object only
// after its first frame.
func (s *Screen) focus(f fyne.Focusable) {
	if s.d.Canvas != nil {
		s.d.Canvas().Focus(f)
		return
	}
	if object, ok := f.(fyne.CanvasObject); ok {
		if c := fyne.CurrentApp().Driver().CanvasForObject(object); c != nil {
			c.Focus(f)
		}
	}
}

// focused is what has the keyboard; nil where nothing has it.
func (s *Screen) focused() fyne.Focusable {
	if s.d.Canvas != nil {
		return s.d.Canvas().Focused()
	}
	if c := fyne.CurrentApp().Driver().CanvasForObject(s.box); c != nil {
		return c.Focused()
	}
	return nil
}
