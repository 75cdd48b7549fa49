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
		save:   widgets.NewButton("Save", nil, widgets.Plain, onSave).Small(),
		keep:   widgets.NewButton("Keep as draft", nil, widgets.Plain, onKeep).Small(),
		stop:   widgets.NewButton("Stop editing", nil, widgets.Quiet, onStop).Small(),
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
	v.banner.SetText("Editing held job " + h.name() + ". Nothing was sent.")
	why := "It keeps its kind. Your draft comes back afterwards."
	v.why.SetColor(resources.Text2)
	if h.gone != "" {
		v.banner.SetText("Job " + h.name() + " is not held any more.")
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

// MsgOneJob refuses to make several jobs of a held one.
const MsgOneJob = "a held job is one job: one clip, and no variations in braces"

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
		s.say("Held job " + s.held.name() + " is being edited: save it or stop editing first.")
		return
	case job.State != db.Held:
		s.say("Job " + name + " is not held any more. Nothing was changed.")
		return
	case job.ProfileID != s.account.ID:
		s.say("Job " + name + " belongs to another profile. Switch to it to edit the job.")
		return
	}
	f, err := s.form.Recall(job, form.RecallAll)
	if err != nil || !slices.Contains(Kinds(), f.Kind) {
		s.d.Log.Warn("cannot edit a held job", slog.Int64("id", job.ID), slog.Any("err", err))
		s.say("Job " + name + " cannot be edited: its request cannot be shown in the form.")
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
	s.held.gone = "It went out or was removed meanwhile, so what you change here cannot be saved in it."
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
		s.showNotice("Your changes to job "+h.name()+" were not saved.", recallShown, func() {
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
	s.showNotice("Kept as a draft. It replaced what was here.", recallShown, func() { s.set(h.before) })
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
		s.say("Held job " + h.name() + either(send, " was saved and goes out now.", " was saved. Nothing was sent."))
		if s.d.OnSubmitted != nil {
			s.d.OnSubmitted(nil)
		}
	case errors.As(err, &moved) && !saved:
		h.gone = "It is “" + stateWord(moved.From) + "” by now. What you changed was not saved in it."
		s.render()
	case errors.Is(err, db.ErrNotFound) && !saved:
		h.gone = "It was removed meanwhile. What you changed was not saved."
		s.render()
	default:
		s.d.Log.Error("cannot save a held job", slog.Int64("id", h.job.ID), slog.Any("err", err))
		s.failure = either(saved, "Saved, but not sent: ", "Not saved: ") + err.Error()
		s.render()
	}
}

// stateWord is the word of a state's tag.
func stateWord(state db.JobState) string {
	word, _ := wording.State(db.Job{State: state, Kind: db.TextToVideo})
	return word
}

func either(cond bool, yes, no string) string {
	if cond {
		return yes
	}
	return no
}
