package compose

import (
	"log/slog"
	"slices"

	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
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
		s.notices.say(lang.L("Held job %s is in the form: save it or stop editing first.", s.held.name()))
		return
	}
	before := s.form
	if f := s.form.Emptied(); f != before {
		s.set(f)
		s.notices.undoable(lang.L("The form is empty."), recallShown, func() { s.set(before) })
	}
	s.Focus()
}

// RecallHow is Recall with a say in how much of the job comes back. Window's goroutine.
func (s *Screen) RecallHow(job db.Job, how form.How) {
	name := shortRef(job)
	if s.held != nil {
		s.notices.say(lang.L("Held job %s is in the form: save it or stop editing first.", s.held.name()))
		return
	}
	before := s.form
	f, err := s.form.Recall(job, how)
	if err != nil || !slices.Contains(Kinds(), f.Kind) {
		s.Log.Warn("cannot reuse settings", slog.Int64("id", job.ID), slog.Any("err", err))
		s.notices.say(lang.L("The settings of job %s cannot be shown in the form. Nothing was changed.", name))
		return
	}
	s.set(f)
	if how == form.RecallAll {
		s.drawing.restoreCanvas(job)
	}
	s.notices.undoable(recalledWords(how, name), recallShown, func() { s.set(before) })
	s.Focus()
}

func recalledWords(how form.How, name string) string {
	switch how {
	case form.RecallPrompt:
		return lang.L("The prompt of job %s replaced what was here.", name)
	case form.RecallAllButSeed:
		return lang.L("The settings, but not the seed, of job %s replaced what was here.", name)
	}
	return lang.L("The settings of job %s replaced what was here.", name)
}
