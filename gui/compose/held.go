package compose

import (
	"context"
	"errors"
	"log/slog"
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// heldEdit is a held job in the form. The drafts wait beside it and come back untouched; nothing of it is kept over a
// restart, after which the job is as it was.
type heldEdit struct {
	job    db.Job
	before form.Form // the drafts
	start  form.Form // the job as it came into the form
	gone   string    // why nothing can be saved any more; "" while it is held
}

func (h heldEdit) name() string { return shortRef(h.job) }

// shortRef is how people see the ref of a job.
func shortRef(job db.Job) string { return job.Ref[:min(4, len(job.Ref))] }

// heldView is the line over the form that says that it holds a held job.
type heldView struct {
	banner *widgets.Text
	why    *widgets.Text
	save   *widgets.Button
	keep   *widgets.Button
	stop   *widgets.Button
	box    *fyne.Container
}

func newHeldView(onSave, onKeep, onStop func()) *heldView {
	v := &heldView{
		banner: widgets.NewText("", resources.SizeSM, resources.Text1, true).Wrap(true),
		why:    widgets.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true),
		save:   widgets.NewButton(lang.X("verb", "Save"), nil, widgets.Plain, onSave).Small(),
		keep:   widgets.NewButton(lang.L("Keep as draft"), nil, widgets.Plain, onKeep).Small(),
		stop:   widgets.NewButton(lang.L("Stop editing"), nil, widgets.Quiet, onStop).Small(),
	}
	v.box = widgets.NewInset(8, 0, 0, 0, widgets.NewCard(widgets.NewColumn(6,
		widgets.NewRow(8, widgets.NewIcon(resources.IconPause(), 14, resources.Accent), v.banner),
		v.why, widgets.NewFlow(8, v.save, v.keep, v.stop))))
	v.box.Hide()
	return v
}

func (v *heldView) show(h *heldEdit, can bool) {
	setShown(v.box, h != nil)
	if h == nil {
		return
	}
	v.banner.SetText(lang.L("Editing held job %s. Nothing was sent.", h.name()))
	why := lang.L("It keeps its kind. Your draft comes back afterwards.")
	v.why.SetColor(resources.Text2)
	if h.gone != "" {
		v.banner.SetText(lang.L("Job %s is not held any more.", h.name()))
		why = h.gone
		v.why.SetColor(resources.Warn)
	}
	v.why.SetText(why)
	setShown(v.save, h.gone == "")
	setShown(v.keep, h.gone != "")
	setOn(v.save, can)
}

// showHeld shows the line over the form, and the switch of the kinds as far as it may be used.
func (s *Screen) showHeld(problems []client.ValidationError) {
	shown := s.holding.box.Visible()
	s.holding.show(s.held, s.free(problems))
	if (s.held != nil) != s.kind.Disabled() {
		if s.held != nil {
			s.kind.Disable()
		} else {
			s.kind.Enable()
		}
	}
	if shown || s.held != nil {
		s.box.Refresh() // the line takes room from the fields
	}
}

// EditHeld brings a held job into the form, where it is changed and saved or sent instead of making a new one. Window's
// goroutine.
func (s *Screen) EditHeld(job db.Job) {
	name := shortRef(job)
	switch {
	case s.d.Held == nil:
		return
	case s.held != nil && s.held.job.ID == job.ID:
		s.Focus()
		return
	case s.held != nil:
		s.say(lang.L("Held job %s is being edited: save it or stop editing first.", s.held.name()))
		return
	case job.State != db.Held:
		s.say(lang.L("Job %s is not held any more. Nothing was changed.", name))
		return
	case job.ProfileID != s.account.ID:
		s.say(lang.L("Job %s belongs to another profile. Switch to it to edit the job.", name))
		return
	}
	f, err := s.form.Recall(job, form.RecallAll)
	if err != nil || !slices.Contains(Kinds(), f.Kind) {
		s.d.Log.Warn("cannot edit a held job", slog.Int64("id", job.ID), slog.Any("err", err))
		s.say(lang.L("Job %s cannot be edited: its request cannot be shown in the form.", name))
		return
	}
	s.hideNotice()
	f.Edit.Canvas = form.Canvas{} // the job has its own pictures
	s.held = &heldEdit{job: job, before: s.form, start: f}
	s.form, s.failure, s.asked = f, "", false
	s.render()
	s.scroll.ScrollToTop()
	s.Focus()
}

// Handle takes an event of the engine: a held job that is being edited may go out meanwhile, and the month changes with
// the ledger. Any goroutine.
func (s *Screen) Handle(ev jobs.Event) {
	switch e := ev.(type) {
	case jobs.JobChanged:
		if e.State != db.Waiting && e.State != db.Sending {
			s.d.Post(func() { s.uploadsOver(e.ID) })
		}
		if e.State != db.Held {
			s.d.Post(func() { s.heldLeft(e.ID) })
		}
		if e.State == db.Waiting || e.State == "" {
			s.reckon()
		}
	case jobs.UploadProgress:
		s.d.Post(func() { s.uploaded(e) })
	case jobs.LedgerChanged:
		s.reckon()
		if s.d.Samples != nil {
			s.d.Post(s.resample)
		}
	}
}

// heldLeft notes that the job in the form is not held any more. What this form did to it itself is told by its answer.
func (s *Screen) heldLeft(id int64) {
	if s.held == nil || s.held.job.ID != id || s.busy {
		return
	}
	s.held.gone = lang.L("It went out or was removed meanwhile, so what you change here cannot be saved in it.")
	s.render()
}

// StopEditing ends the editing of a held job. The job is as it was, and the drafts are back; what was typed can be
// brought back for a while.
func (s *Screen) StopEditing() {
	h, typed := s.held, s.form
	if h == nil || s.busy {
		return
	}
	s.endHeld()
	if typed != h.start {
		s.showNotice(lang.L("Your changes to job %s were not saved.", h.name()), recallShown, func() {
			if s.held == nil {
				h.before = s.form
				s.held, s.form = h, typed
				s.render()
			}
		})
	}
}

func (s *Screen) endHeld() {
	s.hideNotice()
	s.form, s.held, s.failure, s.asked = s.held.before, nil, "", false
	s.render()
	s.Focus()
}

// keepHeld makes a draft of what cannot be saved in the job any more.
func (s *Screen) keepHeld() {
	h := s.held
	if h == nil || s.busy {
		return
	}
	s.held = nil
	s.saver.keep(s.form)
	s.render()
	s.restoreCanvas(h.job)
	s.showNotice(lang.L("Kept as a draft. It replaced what was here."), recallShown, func() { s.set(h.before) })
	s.Focus()
}

// saveHeld gives the job what the form holds; with send it goes out then, after the questions of every click.
func (s *Screen) saveHeld(send bool) {
	h := s.held
	if h == nil || s.busy || h.gone != "" {
		return
	}
	s.render()
	if problems := s.problems; len(problems) > 0 {
		s.asked = true
		s.render()
		s.focus(s.view().field(problems[0].Field))
		return
	}
	if s.account.ID != h.job.ProfileID || (send && s.account.NoKey) {
		return // the foot says so
	}
	order := s.order
	s.asked = false
	s.setBusy(true)
	c := click{account: s.account, orders: []form.Order{order}, quote: s.tariff.Quote(order), hold: !send}
	s.review(c, func() {
		s.d.Go(func() {
			saved, err := s.revise(context.Background(), h.job, order, send)
			s.d.Post(func() { s.revised(h, send, saved, err) })
		})
	}, func() { s.setBusy(false) })
}

// revise changes the job and sends it. saved: it was changed, whatever became of the rest.
func (s *Screen) revise(ctx context.Context, job db.Job, o form.Order, send bool) (saved bool, err error) {
	o, err = o.Again(job)
	if err != nil {
		return false, err
	}
	o, inputs, err := s.pictures(ctx, o, nil)
	if err != nil {
		return false, err
	}
	id := job.ID
	switch {
	case len(o.Images) > 0:
		err = s.d.Held.ReviseImage(ctx, id, o.Images[0])
	case len(o.Edits) > 0:
		err = s.d.Held.ReviseEdit(ctx, id, o.Edits[0], inputs)
	default:
		err = s.d.Held.ReviseVideo(ctx, id, o.Videos[0], inputs)
	}
	if err != nil || !send {
		return err == nil, err
	}
	return true, s.d.Held.Release(ctx, id)
}

func (s *Screen) revised(h *heldEdit, send, saved bool, err error) {
	s.setBusy(false)
	var moved *jobs.MoveError
	switch {
	case err == nil:
		s.endHeld()
		if send {
			s.say(lang.L("Held job %s was saved and goes out now.", h.name()))
		} else {
			s.say(lang.L("Held job %s was saved. Nothing was sent.", h.name()))
		}
		if s.d.OnSubmitted != nil {
			s.d.OnSubmitted(nil)
		}
	case errors.As(err, &moved) && !saved:
		h.gone = lang.L("It is “%s” by now. What you changed was not saved in it.", stateWord(moved.From))
		s.render()
	case errors.Is(err, db.ErrNotFound) && !saved:
		h.gone = lang.L("It was removed meanwhile. What you changed was not saved.")
		s.render()
	default:
		s.d.Log.Error("cannot save a held job", slog.Int64("id", h.job.ID), slog.Any("err", err))
		s.failure = lang.L("Not saved: %s", troubleWords(err))
		if saved {
			s.failure = lang.L("Saved, but not sent: %s", troubleWords(err))
		}
		s.render()
	}
}

// stateWord is the word of a state's tag.
func stateWord(state db.JobState) string {
	word, _ := wording.State(db.Job{State: state, Kind: db.TextToVideo})
	return word
}
