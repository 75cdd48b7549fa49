package compose

import (
	"viviscope/db"
	"viviscope/gui/compose/form"
)

// Kinds returns the kinds of job that the composer has a view for, in the order of its switch.
func Kinds() []db.JobKind {
	return form.Kinds()
}

// SetKind switches to a kind of job, one of Kinds, as the switch at the top does: each kind has its own draft. Window's goroutine.
func (s *Screen) SetKind(kind db.JobKind) {
	s.edit(func(f *form.Form) { f.Kind = kind })
	s.Focus()
}
