package compose

import (
	"viviscope/client/jobs"
	"viviscope/db"
)

// Handle takes an event of the engine: a held job that is being edited may go out meanwhile, and the month changes with
// the ledger. Any goroutine.
func (s *Screen) Handle(ev jobs.Event) {
	switch e := ev.(type) {
	case jobs.JobChanged:
		if e.State != db.Waiting && e.State != db.Sending {
			s.Post(func() {
				if s.slots.uploads.over(e.ID) {
					s.render()
				}
			})
		}
		if e.State != db.Held {
			s.Post(func() { s.holding.left(e.ID) })
		}
		if e.State == db.Waiting || e.State == "" {
			s.reckon()
		}
	case jobs.LedgerChanged:
		s.reckon()
		if s.d.Samples != nil {
			s.Post(func() {
				s.charges.again()
				if !s.form.Kind.IsVideo() {
					s.render()
				}
			})
		}
	}
}
