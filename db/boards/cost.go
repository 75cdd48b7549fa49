package boards

import (
	"slices"

	"viviscope/db"
)

// The kinds of an amount in addition to those of the ledger. A job has one of these only while it has no ledger entry.
const (
	NoAmount db.EntryKind = ""
	Estimate db.EntryKind = "estimate" // of a request that was not ordered; the caller computes it from prices
	Ordered  db.EntryKind = "ordered"  // estimate of a job that was not sent
	Planned  db.EntryKind = "planned"  // estimate of a job that waits for another job
)

// Cost is the cost of jobs in one currency.
type Cost struct {
	Currency string                 // ISO 4217
	Micros   map[db.EntryKind]int64 // charges include corrections; unconfirmed amounts are maximums
	Unpriced int                    // jobs of unknown cost
}

// addCost adds the cost of one job to the total of its currency.
func addCost(all []Cost, kind db.EntryKind, micros *int64, currency string) []Cost {
	if kind == NoAmount {
		return all
	}
	i := slices.IndexFunc(all, func(c Cost) bool { return c.Currency == currency })
	if i < 0 {
		i, all = len(all), append(all, Cost{Currency: currency, Micros: map[db.EntryKind]int64{}})
	}
	if c := &all[i]; micros == nil {
		c.Unpriced++
	} else {
		c.Micros[kind] = db.Sum(c.Micros[kind], *micros)
	}
	return all
}

// AmountOf returns the cost of a job from its ledger entries, or its estimate if it has none. The newest entry counts,
// because a charge, refund or void closes the ones before it. Corrections are added. Entries may be in either order.
func AmountOf(j db.Job, entries []db.Entry) (db.EntryKind, *int64, string) {
	var last db.Entry
	var corrected *int64
	for _, e := range entries {
		switch {
		case e.Correction != "":
			corrected = new(db.Sum(valueOr(corrected, 0), valueOr(e.AmountMicros, 0)))
		case e.ID >= last.ID:
			last = e
		}
	}
	kind := last.Kind
	if kind == db.Void {
		kind = NoAmount
	}
	switch {
	case last.Kind == "" && j.WaitsForJob():
		return Planned, j.EstimateMicros, j.Currency
	case last.Kind == "" && (j.State == db.Waiting || j.State == db.Held || j.State == db.Sending):
		return Ordered, j.EstimateMicros, j.Currency
	case kind == db.Reserve || kind == db.UnconfirmedEntry || corrected == nil:
		return kind, last.AmountMicros, last.Currency
	case kind == db.Charge:
		corrected = new(db.Sum(*corrected, valueOr(last.AmountMicros, 0)))
	}
	return db.Charge, corrected, last.Currency
}

func valueOr[T any](p *T, otherwise T) T {
	if p != nil {
		return *p
	}
	return otherwise
}
