package compose

import (
	"log/slog"
	"slices"

	"viviscope/db"
	"viviscope/gui/compose/form"
)

// Recall puts what a job asked for into the form, and offers for 10 s to take that back. With promptOnly everything
// but the prompt stays.
func (s *Screen) Recall(job db.Job, promptOnly bool) {
	how := form.RecallAll
	if promptOnly {
		how = form.RecallPrompt
	}
	s.RecallHow(job, how)
}

// NewRequest empties the draft in front, and offers for 10 s to take that back. Window's goroutine.
func (s *Screen) NewRequest() {
	if s.held != nil {
		s.say("Held job " + s.held.name() + " is in the form: save it or stop editing first.")
		return
	}
	before := s.form
	if f := s.form.Emptied(); f != before {
		s.set(f)
		s.showNotice("The form is empty.", recallShown, func() { s.set(before) })
	}
	s.Focus()
}

// RecallHow is Recall with a say in how much of the job comes back. Window's goroutine.
func (s *Screen) RecallHow(job db.Job, how form.How) {
	name := shortRef(job)
	if s.held != nil {
		s.say("Held job " + s.held.name() + " is in the form: save it or stop editing first.")
		return
	}
	before := s.form
	f, err := s.form.Recall(job, how)
	if err != nil || !slices.Contains(Kinds(), f.Kind) {
		s.d.Log.Warn("cannot reuse settings", slog.Int64("id", job.ID), slog.Any("err", err))
		s.say("The settings of job " + name + " cannot be shown in the form. Nothing was changed.")
		return
	}
	s.set(f)
	if how == form.RecallAll {
		s.restoreCanvas(job)
	}
	what := map[form.How]string{
		form.RecallAll:        "The settings",
		form.RecallPrompt:     "The prompt",
		form.RecallAllButSeed: "The settings, but not the seed,",
	}[how]
	s.showNotice(what+" of job "+name+" replaced what was here.", recallShown, func() { s.set(before) })
	s.Focus()
}
