package compose

import (
	"errors"
	"log/slog"
	"slices"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/price"
	"viviscope/gui/wording"
)

// holding lets a held job stand in the form in place of the drafts, and saves it through the engine. It belongs to the window's
// goroutine.
type holding struct {
	*editing
	view      *heldView
	clicks    *clicks
	drawing   *drawing
	submitted func([]db.Job)                          // the job was changed; nil: nobody asks
	complain  func(problems []client.ValidationError) // says why it cannot be saved
	toTop     func()                                  // shows the form from its begin
}

// open brings a held job into the form, where it is changed and saved or sent instead of making a new one.
func (s *holding) open(job db.Job) {
	name := shortRef(job)
	switch {
	case s.held != nil && s.held.job.ID == job.ID:
		s.drawing.toPrompt()
		return
	case s.held != nil:
		s.notices.say(lang.L("Held job %s is being edited: save it or stop editing first.", s.held.name()))
		return
	case job.State != db.Held:
		s.notices.say(lang.L("Job %s is not held any more. Nothing was changed.", name))
		return
	case job.ProfileID != s.account.ID:
		s.notices.say(lang.L("Job %s belongs to another profile. Switch to it to edit the job.", name))
		return
	}
	f, err := s.form.Recall(job, form.RecallAll)
	if err != nil || !slices.Contains(Kinds(), f.Kind) {
		s.Log.Warn("cannot edit a held job", slog.Int64("id", job.ID), slog.Any("err", err))
		s.notices.say(lang.L("Job %s cannot be edited: its request cannot be shown in the form.", name))
		return
	}
	s.notices.hide()
	f.Edit.Canvas = form.Canvas{} // the job has its own pictures
	s.held = &heldEdit{job: job, before: s.form, start: f}
	s.form, s.failure, s.asked = f, "", false
	s.render()
	s.toTop()
	s.drawing.toPrompt()
}

// left notes that the job in the form is not held any more. What this form did to it itself is told by its answer.
func (s *holding) left(id int64) {
	if s.held == nil || s.held.job.ID != id || s.clicks.turn.savingNow(id) {
		return
	}
	s.held.gone = lang.L("It went out or was removed meanwhile, so what you change here cannot be saved in it.")
	s.render()
}

// stop ends the editing of a held job. The job is as it was, and the drafts are back; what was typed can be
// brought back for a while.
func (s *holding) stop() {
	h, typed := s.held, s.form
	if h == nil || s.clicks.turn.saving(h.job.ID) {
		return
	}
	s.end()
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

func (s *holding) end() {
	s.notices.hide()
	s.form, s.held, s.failure, s.asked = s.held.before, nil, "", false
	s.render()
	s.drawing.toPrompt()
}

// keep makes a draft of what cannot be saved in the job any more.
func (s *holding) keep() {
	h := s.held
	if h == nil || s.clicks.turn.saving(h.job.ID) {
		return
	}
	typed := s.form
	s.held = nil
	s.form = h.before
	s.keepDraft(h, typed)
}

// keepDraft makes a draft of what was changed in a held job.
func (s *holding) keepDraft(h *heldEdit, typed form.Form) {
	before := s.form
	s.set(typed)
	s.render()
	s.drawing.restoreCanvas(h.job)
	s.notices.undoable(lang.L("Kept as a draft. It replaced what was here."), recallShown, func() { s.set(before) })
	s.drawing.toPrompt()
}

// save gives the job what the form holds; with send it goes out then, after the questions of every click.
func (s *holding) save(send bool) {
	h := s.held
	if h == nil || h.gone != "" {
		return
	}
	s.render()
	of := s.purpose()
	if s.clicks.turn.ask(of) == repeats {
		return
	}
	if problems := s.problems; len(problems) > 0 {
		s.complain(problems)
		return
	}
	if s.account.ID != h.job.ProfileID || (send && s.account.NoKey) {
		return // the foot says so
	}
	order := s.order
	s.asked = false
	c := click{account: s.account, of: of, word: s.word(s.tariff.Quote(order)), order: order, hold: !send, commit: s.clicks.clerk.revise(h.job, order, send)}
	if !send {
		c.word = lang.X("verb", "Save")
	}
	c.settled = func(o outcome) { s.revised(h, of, send, o) }
	s.clicks.press(c)
}

// word is the word of the button that sends a held job.
func (s *holding) word(q form.Quote) string {
	return lang.L("Save and send") + " · " + s.tariff.Price(q)
}

// revised tells what became of the job. of is what was pressed.
func (s *holding) revised(h *heldEdit, of purpose, send bool, o outcome) {
	saved, err := o.saved, o.err
	if saved && errors.Is(err, price.ErrDeclined) {
		send, err = false, nil
	}
	var moved *jobs.MoveError
	switch {
	case err == nil:
		typed := s.form
		s.end()
		words := lang.L("Held job %s was saved. Nothing was sent.", h.name())
		if send {
			words = lang.L("Held job %s was saved and goes out now.", h.name())
		}
		if typed.Asked() == of.asked {
			s.notices.say(words)
		} else {
			words += " " + lang.L("What you changed after that is not in it.")
			s.notices.offer(words, lang.L("Keep as draft"), recallShown, func() { s.keepDraft(h, typed) })
		}
		if s.submitted != nil {
			s.submitted(nil)
		}
	case errors.As(err, &moved) && !saved:
		h.gone = lang.L("It is “%s” by now. What you changed was not saved in it.", stateWord(moved.From))
		s.render()
	case errors.Is(err, db.ErrNotFound) && !saved:
		h.gone = lang.L("It was removed meanwhile. What you changed was not saved.")
		s.render()
	default:
		s.Log.Error("cannot save a held job", slog.Int64("id", h.job.ID), slog.Any("err", err))
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
