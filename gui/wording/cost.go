package wording

import "viviscope/db"

// Cost is what a job cost or may cost, in words. Number is never shown without Word.
type Cost struct {
	Number string       // "¥2.80", "up to ¥4.50", "—"
	Word   string       // est., reserved, charged, refunded, unconfirmed, "price not known"
	Kind   db.EntryKind // what the amount is; "" for an estimate or where there is no amount
}

// CostOf words a job's cost from its ledger entries, which are true, or before there are any from its estimate.
// The last end counts: a charge, a refund or a void closes what stood open before. Corrections are added to it.
func CostOf(job db.Job, entries []db.Entry) Cost {
	var last *db.Entry
	var corrected *int64
	for i := range entries {
		e := &entries[i]
		if e.Correction != "" && e.AmountMicros != nil {
			corrected = new(*e.AmountMicros + deref(corrected))
			continue
		}
		// Entries may come in either order; the highest id is the newest.
		if last == nil || e.ID > last.ID {
			last = e
		}
	}
	if last == nil {
		switch {
		case job.EstimateMicros != nil && (job.State == db.Waiting || job.State == db.Held || job.State == db.Sending):
			return Cost{Number: Money(*job.EstimateMicros, job.Currency), Word: "est."}
		case job.State == db.Rejected:
			return Cost{Number: "—", Word: "not charged"}
		}
		return Cost{Number: "—", Word: "price not known"}
	}
	if corrected != nil && last.Kind != db.Reserve && last.Kind != db.UnconfirmedEntry {
		sum := *corrected
		if last.Kind == db.Charge {
			sum += deref(last.AmountMicros)
		}
		return Cost{Money(sum, last.Currency), "charged, corrected", db.Charge}
	}
	number := "—"
	if last.AmountMicros != nil {
		number = Money(*last.AmountMicros, last.Currency)
	}
	unknown := last.AmountMicros == nil
	switch last.Kind {
	case db.Reserve:
		return Cost{number, either(unknown, "reserved, price not known", "reserved"), db.Reserve}
	case db.Charge:
		return Cost{number, either(unknown, "charged, price not known", "charged"), db.Charge}
	case db.Refund:
		return Cost{number, "refunded", db.Refund}
	case db.UnconfirmedEntry:
		if unknown {
			return Cost{"—", "unconfirmed, price not known", db.UnconfirmedEntry}
		}
		return Cost{"up to " + number, "unconfirmed", db.UnconfirmedEntry}
	}
	return Cost{"—", "not charged", db.Void}
}

func deref(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}

func either(cond bool, yes, no string) string {
	if cond {
		return yes
	}
	return no
}
