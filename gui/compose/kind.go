package compose

import "viviscope/db"

// SetKind switches to a kind of job, one of Kinds, as the switch at the top does: each kind has its own draft. Window's goroutine.
func (s *Screen) SetKind(kind db.JobKind) {
	s.edit(func(f *Form) { f.Kind = kind })
	s.Focus()
}
