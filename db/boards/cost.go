package boards

import (
	"slices"

	"viviscope/db"
)

// AmountKind says what an amount is: an entry of the ledger, or what comes before one.
type AmountKind string

// The kinds of an amount.
const (
	NoAmount     AmountKind = ""
	Estimate     AmountKind = "estimate" // of what would be sent; only whoever knows the prices can say how much
	Ordered      AmountKind = "ordered"  // the estimate of a job that is not sent
	Planned      AmountKind = "planned"  // the estimate of a job that waits for another
	Reserved     AmountKind = AmountKind(db.Reserve)
	Charged      AmountKind = AmountKind(db.Charge) // with what was corrected; of a card by all its takes
	Refunded     AmountKind = AmountKind(db.Refund)
	MayBeCharged AmountKind = AmountKind(db.UnconfirmedEntry) // at most this much
)

// Cost is what jobs came to in one currency, in micro-units.
type Cost struct {
	Currency     string // ISO 4217
	Ordered      int64
	Planned      int64
	Reserved     int64
	Charged      int64
	Refunded     int64
	MayBeCharged int64
	Unpriced     int // jobs that cost, or may, and of which no amount is known
}

// addCost adds what a job came to.
func addCost(all []Cost, kind AmountKind, micros *int64, currency string) []Cost {
	if kind == NoAmount {
		return all
	}
	i := slices.IndexFunc(all, func(c Cost) bool { return c.Currency == currency })
	if i < 0 {
		i, all = len(all), append(all, Cost{Currency: currency})
	}
	c := &all[i]
	if micros == nil {
		c.Unpriced++
		return all
	}
	sum := map[AmountKind]*int64{Ordered: &c.Ordered, Planned: &c.Planned, Reserved: &c.Reserved, Charged: &c.Charged, Refunded: &c.Refunded,
		MayBeCharged: &c.MayBeCharged}[kind]
	*sum = db.Sum(*sum, *micros)
	return all
}

// AmountOf returns what a job came to by its ledger entries, or, where it has none, what it was ordered for. The last end counts: a charge,
// a refund or a void closes what stood open before; corrections are added to it. Entries may come in either order.
func AmountOf(j db.Job, entries []db.Entry) (AmountKind, *int64, string) {
	var last db.Entry
	var corrected *int64
	for _, e := range slices.Backward(entries) {
		switch {
		case e.Correction != "":
			corrected = new(db.Sum(orElse(corrected, 0), orElse(e.AmountMicros, 0)))
		case e.ID >= last.ID:
			last = e
		}
	}
	kind := AmountKind(last.Kind)
	if last.Kind == db.Void {
		kind = NoAmount
	}
	switch {
	case last.Kind == "" && j.GoesOn():
		return Planned, j.EstimateMicros, j.Currency
	case last.Kind == "" && (j.State == db.Waiting || j.State == db.Held || j.State == db.Sending):
		return Ordered, j.EstimateMicros, j.Currency
	case kind == Reserved || kind == MayBeCharged || corrected == nil:
		return kind, last.AmountMicros, last.Currency
	case kind == Charged:
		corrected = new(db.Sum(*corrected, orElse(last.AmountMicros, 0)))
	}
	return Charged, corrected, last.Currency
}
