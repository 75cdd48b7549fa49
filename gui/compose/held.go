package compose

import (
	"errors"
	"log/slog"

	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/spend"
	"viviscope/gui/status"
	"viviscope/gui/wording"
)

// heldJobs edits a held job in the form in place of the drafts, and saves it. It belongs to the window's goroutine.
type heldJobs struct {
	Deps
	*draft
	page   *page
	canvas *canvas
	gate   *submitGate
	next   *db.Job // is opened once its profile is shown; nil: none
}

// EditHeld brings a held job into the form, where it is changed and saved or sent instead of making a new one. Window's
// goroutine.
func (s *heldJobs) EditHeld(job db.Job) {
	name := shortRef(job)
	switch {
	case s.held != nil && s.held.job.ID == job.ID:
		s.focusPrompt()
		return
	case s.held != nil:
		s.notices.say(lang.L("Held job %s is being edited. Save it or stop editing first.", s.held.name()))
		return
	case job.State != db.Held:
		s.notices.say(lang.L("Job %s is no longer held. Nothing was changed.", name))
		return
	case job.ProfileID != s.account.ID && job.ProfileID == s.Profile().ID: // the form follows soon
		s.next = &job
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
	s.changed()
	s.page.scroll.ScrollToTop()
	s.focusPrompt()
}

// profileShown opens the job that waited for its profile. A user who went on to another profile does not get it.
func (s *heldJobs) profileShown() {
	job := s.next
	if job == nil || s.account.ID != s.Profile().ID {
		return
	}
	s.next = nil
	if job.ProfileID == s.account.ID {
		s.EditHeld(*job)
	}
}

// heldLeft notes that the job in the form is no longer held. If this form sent it, revised shows that.
func (s *heldJobs) heldLeft(id int64) {
	if s.held == nil || s.held.job.ID != id || s.gate.savingNow(id) {
		return
	}
	s.held.gone = lang.L("It has been sent or removed, so your changes cannot be saved.")
	s.changed()
}

// ChangedHeld is the ref of the held job that was changed in the form and not saved; "" where there is none. Window's
// goroutine.
func (s *heldJobs) ChangedHeld() string {
	if s.held == nil || s.form.RequestOnly() == s.held.start.RequestOnly() {
		return ""
	}
	return s.held.name()
}

// StopEditing ends the editing of a held job. The job is as it was, and the drafts are back; what was typed can be
// brought back for a while.
func (s *heldJobs) StopEditing() {
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
				s.changed()
			}
		})
	}
}

// keepHeld makes a draft of the changes that cannot be saved in the job any more.
func (s *heldJobs) keepHeld() {
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
func (s *heldJobs) keepDraft(h *heldEdit, typed order.Form) {
	before := s.form
	s.set(typed)
	s.changed()
	s.canvas.restoreFrom(h.job)
	s.notices.undoable(lang.L("Kept as a draft. It replaced the previous one."), recallShown, func() { s.set(before) })
	s.focusPrompt()
}

// revised shows the result of a click on a held job.
func (s *heldJobs) revised(h *heldEdit, c *click) {
	send, saved, err := !c.hold, c.saved, c.err
	if saved && errors.Is(err, spend.ErrDeclined) {
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
		if typed.RequestOnly() == c.key.asked {
			s.notices.say(words)
		} else {
			words += " " + lang.L("Later changes are not included.")
			s.notices.offer(words, lang.L("Keep as draft"), recallShown, func() { s.keepDraft(h, typed) })
		}
		s.RefreshAll()
	case errors.As(err, &moved) && !saved:
		h.gone = lang.L("Its state is now “%s”. Your changes were not saved.", stateWord(moved.From))
		s.changed()
	case errors.Is(err, db.ErrNotFound) && !saved:
		h.gone = lang.L("It has been removed. Your changes were not saved.")
		s.changed()
	default:
		s.Log().Error("cannot save a held job", slog.Int64("id", h.job.ID), slog.Any("err", err))
		s.failure = lang.L("Not saved: %s", wording.Fault(err))
		if saved {
			s.failure = lang.L("Saved, but not sent: %s", wording.Fault(err))
		}
		s.changed()
	}
}

// stateWord is the word of a state's tag.
func stateWord(state db.JobState) string {
	return status.Of(db.Job{State: state, Kind: db.TextToVideo}, status.Context{}).Tag
}
