package compose

import (
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/price"
)

// Handle takes an event of the engine: a held job that is being edited may go out meanwhile, and what is used of the budgets changes
// with jobs and the ledger. Any goroutine.
func (s *Screen) Handle(ev jobs.Event) {
	if price.Spends(ev) {
		s.weigh()
	}
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
			s.Post(func() { s.heldLeft(e.ID) })
		}
	case jobs.LedgerChanged:
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
