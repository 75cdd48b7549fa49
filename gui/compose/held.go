package compose

import (
	"errors"
	"log/slog"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/price"
	"viviscope/gui/status"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// heldEdit is a held job in the form. The drafts wait beside it and come back untouched; nothing of it is kept over a
// restart, after which the job is as it was.
type heldEdit struct {
	job    db.Job
	before order.Form // the drafts
	start  order.Form // the job as it came into the form
	gone   string     // why nothing can be saved any more; "" while it is held
}

func (h heldEdit) name() string { return shortRef(h.job) }

// shortRef is how people see the ref of a job.
func shortRef(job db.Job) string { return job.Ref[:min(4, len(job.Ref))] }

// heldView is the line over the form that says that it holds a held job.
type heldView struct {
	banner *kit.Text
	why    *kit.Text
	save   *kit.Button
	keep   *kit.Button
	stop   *kit.Button
	box    *fyne.Container
}

func newHeldView(onSave, onKeep, onStop func()) *heldView {
	v := &heldView{
		banner: kit.NewText("", resources.SizeSM, resources.Text1, true).Wrap(true),
		why:    kit.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true),
		save:   kit.NewButton(lang.X("verb", "Save"), nil, kit.Plain, onSave).Small(),
		keep:   kit.NewButton(lang.L("Keep as draft"), nil, kit.Plain, onKeep).Small(),
		stop:   kit.NewButton(lang.L("Stop editing"), nil, kit.Quiet, onStop).Small(),
	}
	v.box = kit.NewInset(8, 0, 0, 0, kit.NewCard(kit.NewColumn(6,
		kit.NewRow(8, kit.NewIcon(resources.IconPause, 14, resources.Accent), v.banner),
		v.why, kit.NewFlow(8, v.save, v.keep, v.stop))))
	v.box.Hide()
	return v
}

func (v *heldView) show(h *heldEdit, can bool) {
	kit.Show(v.box, h != nil)
	if h == nil {
		return
	}
	v.banner.SetText(lang.L("Editing held job %s. Nothing was sent.", h.name()))
	why := lang.L("The kind of a held job cannot be changed. Your draft comes back afterwards.")
	v.why.SetColor(resources.Text2)
	if h.gone != "" {
		v.banner.SetText(lang.L("Job %s is no longer held.", h.name()))
		why = h.gone
		v.why.SetColor(resources.Warn)
	}
	v.why.SetText(why)
	kit.Show(v.save, h.gone == "")
	kit.Show(v.keep, h.gone != "")
	kit.Enable(v.save, can)
}

// showHeld shows the line over the form, and the switch of the kinds as far as it may be used.
func (s *Screen) showHeld() {
	shown := s.heldView.box.Visible()
	s.heldView.show(s.held, s.free(s.problems))
	kit.Enable(s.kind, s.held == nil)
	if shown || s.held != nil {
		s.box.Refresh() // the line takes room from the fields
	}
}

// EditHeld brings a held job into the form, where it is changed and saved or sent instead of making a new one. Window's
// goroutine.
func (s *Screen) EditHeld(job db.Job) {
	name := shortRef(job)
	switch {
	case s.held != nil && s.held.job.ID == job.ID:
		s.Focus()
		return
	case s.held != nil:
		s.notices.say(lang.L("Held job %s is being edited. Save it or stop editing first.", s.held.name()))
		return
	case job.State != db.Held:
		s.notices.say(lang.L("Job %s is no longer held. Nothing was changed.", name))
		return
	case job.ProfileID != s.account.ID && job.ProfileID == s.Profile().ID: // the form follows soon
		s.editSoon = &job
		return
	case job.ProfileID != s.account.ID:
		s.notices.say(lang.L("This job belongs to another profile. Switch to it to edit job %s.", name))
		return
	}
	f, err := s.form.Recall(job, order.RecallAll)
	if err != nil {
		s.Log().Warn("cannot edit a held job", slog.Int64("id", job.ID), slog.Any("err", err))
		s.notices.say(lang.L("Job %s cannot be edited: its request does not fit the form.", name))
		return
	}
	s.notices.hide()
	f.Edit.Canvas = order.Canvas{} // the job has its own pictures
	s.held = &heldEdit{job: job, before: s.form, start: f}
	s.form, s.failure, s.asked = f, "", false
	s.render()
	s.scroll.ScrollToTop()
	s.Focus()
}

// heldLeft notes that the job in the form is not held any more. What this form did to it itself is told by its answer.
func (s *Screen) heldLeft(id int64) {
	if s.held == nil || s.held.job.ID != id || s.gate.savingNow(id) {
		return
	}
	s.held.gone = lang.L("It has been sent or removed, so your changes cannot be saved.")
	s.render()
}

// ChangedHeld is the ref of the held job that was changed in the form and not saved; "" where there is none. Window's goroutine.
func (s *Screen) ChangedHeld() string {
	if s.held == nil || s.form.Asked() == s.held.start.Asked() {
		return ""
	}
	return s.held.name()
}

// StopEditing ends the editing of a held job. The job is as it was, and the drafts are back; what was typed can be
// brought back for a while.
func (s *Screen) StopEditing() {
	h, typed := s.held, s.form
	if h == nil || s.gate.saving(h.job.ID) {
		return
	}
	s.endHeld()
	if typed != h.start {
		s.notices.undoable(lang.L("Your changes to job %s were not saved.", h.name()), recallShown, func() {
			if s.held == nil {
				h.before = s.form
				s.held, s.form = h, typed
				s.render()
			}
		})
	}
}

// endHeld brings the drafts back.
func (s *Screen) endHeld() {
	s.notices.hide()
	s.form, s.held, s.failure, s.asked = s.held.before, nil, "", false
	s.render()
	s.Focus()
}

// keepHeld makes a draft of what cannot be saved in the job any more.
func (s *Screen) keepHeld() {
	h := s.held
	if h == nil || s.gate.saving(h.job.ID) {
		return
	}
	typed := s.form
	s.held = nil
	s.form = h.before
	s.keepDraft(h, typed)
}

// keepDraft makes a draft of what was changed in a held job.
func (s *Screen) keepDraft(h *heldEdit, typed order.Form) {
	before := s.form
	s.set(typed)
	s.render()
	s.restoreCanvas(h.job)
	s.notices.undoable(lang.L("Kept as a draft. It replaced the previous one."), recallShown, func() { s.set(before) })
	s.Focus()
}

// revised tells what became of the held job of a click.
func (s *Screen) revised(h *heldEdit, c *click) {
	send, saved, err := !c.hold, c.saved, c.err
	if saved && errors.Is(err, price.ErrDeclined) {
		send, err = false, nil
	}
	var moved *jobs.MoveError
	switch {
	case err == nil:
		typed := s.form
		s.endHeld()
		words := lang.L("Held job %s was saved. Nothing was sent.", h.name())
		if send {
			words = lang.L("Held job %s was saved and is being sent.", h.name())
		}
		if typed.Asked() == c.key.asked {
			s.notices.say(words)
		} else {
			words += " " + lang.L("Later changes are not included.")
			s.notices.offer(words, lang.L("Keep as draft"), recallShown, func() { s.keepDraft(h, typed) })
		}
		s.RefreshAll()
	case errors.As(err, &moved) && !saved:
		h.gone = lang.L("Its state is now “%s”. Your changes were not saved.", stateWord(moved.From))
		s.render()
	case errors.Is(err, db.ErrNotFound) && !saved:
		h.gone = lang.L("It has been removed. Your changes were not saved.")
		s.render()
	default:
		s.Log().Error("cannot save a held job", slog.Int64("id", h.job.ID), slog.Any("err", err))
		s.failure = lang.L("Not saved: %s", wording.Fault(err))
		if saved {
			s.failure = lang.L("Saved, but not sent: %s", wording.Fault(err))
		}
		s.render()
	}
}

// stateWord is the word of a state's tag.
func stateWord(state db.JobState) string {
	return status.Of(db.Job{State: state, Kind: db.TextToVideo}, status.Context{}).Tag
}
