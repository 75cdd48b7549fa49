// Package price says what something costs, and asks before it costs more than a person wants: every way to spend of the window goes
// through a [Sender].
package price

import (
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// Spends reports whether an event may change what counts against a budget.
func Spends(ev jobs.Event) bool {
	switch e := ev.(type) {
	case jobs.LedgerChanged:
		return true
	case jobs.JobChanged: // what goes out counts before anything of it is in the ledger
		return e.State == "" || e.State == db.Waiting || e.State == db.Held || e.State == db.Sending || e.State == db.Rejected
	}
	return false
}

// Parts shares a meter between what is charged, reserved, unconfirmed and goes out, in this order. The whole is the limit, or what is
// used where that is more.
func Parts(s db.Spent, limit int64) []widgets.MeterPart {
	whole := float64(max(s.Used(), limit))
	if whole <= 0 {
		return nil
	}
	share := func(micros int64) float64 { return max(float64(micros), 0) / whole }
	return []widgets.MeterPart{
		{Share: share(s.Charged), Color: resources.Accent},
		{Share: share(s.Reserved), Color: resources.Text2},
		{Share: share(s.Unconfirmed), Color: resources.Warn},
		{Share: share(s.Outgoing), Color: resources.Text3},
	}
}
