package boards

import "viviscope/db"

// AmountKind says what an amount is.
type AmountKind string

// The kinds of an amount.
const (
	NoAmount     AmountKind = ""
	Estimate     AmountKind = "estimate" // of what would be sent; only whoever knows the prices can say how much
	Ordered      AmountKind = "ordered"  // the estimate of a job that is not sent
	Planned      AmountKind = "planned"  // the estimate of a job that waits for another
	Reserved     AmountKind = "reserved"
	Charged      AmountKind = "charged" // with what was corrected; of a card by all its takes
	Refunded     AmountKind = "refunded"
	MayBeCharged AmountKind = "may_be_charged" // at most this much
)

// Cost is what a card's jobs came to, in micro-units of one currency.
type Cost struct {
	Currency     string // ISO 4217; "": no job
	Ordered      int64
	Planned      int64
	Reserved     int64
	Charged      int64
	Refunded     int64
	MayBeCharged int64
	Unpriced     int    // jobs that cost, or may, and of which no amount is known
	Others       []Cost // in other currencies; nil for nearly all
}

// add adds what a job came to.
func (c *Cost) add(kind AmountKind, micros *int64, currency string) {
	if kind == NoAmount {
		return
	}
	if c.Currency == "" {
		c.Currency = currency
	}
	if c.Currency != currency {
		for i := range c.Others {
			if c.Others[i].Currency == currency {
				c.Others[i].add(kind, micros, currency)
				return
			}
		}
		c.Others = append(c.Others, Cost{})
		c.Others[len(c.Others)-1].add(kind, micros, currency)
		return
	}
	if micros == nil {
		c.Unpriced++
		return
	}
	sum := map[AmountKind]*int64{Ordered: &c.Ordered, Planned: &c.Planned, Reserved: &c.Reserved, Charged: &c.Charged, Refunded: &c.Refunded,
		MayBeCharged: &c.MayBeCharged}[kind]
	*sum = db.Sum(*sum, *micros)
}

// amountOf returns what a job came to by its ledger entries, or, where it has none, what it was ordered for. Entries are the newest first.
func amountOf(j db.Job, entries []db.Entry) (AmountKind, *int64, string) {
	var last *db.Entry
	var corrected *int64
	for i, e := range entries {
		switch {
		case e.Correction != "":
			corrected = new(db.Sum(orElse(corrected, 0), orElse(e.AmountMicros, 0)))
		case last == nil:
			last = &entries[i]
		}
	}
	switch {
	case last == nil && j.GoesOn():
		return Planned, j.EstimateMicros, j.Currency
	case last == nil && (j.State == db.Waiting || j.State == db.Held || j.State == db.Sending):
		return Ordered, j.EstimateMicros, j.Currency
	case last == nil:
		return NoAmount, nil, ""
	case last.Kind == db.Reserve:
		return Reserved, last.AmountMicros, last.Currency
	case last.Kind == db.UnconfirmedEntry:
		return MayBeCharged, last.AmountMicros, last.Currency
	case last.Kind == db.Refund && corrected == nil:
		return Refunded, last.AmountMicros, last.Currency
	case last.Kind == db.Charge && corrected != nil:
		return Charged, new(db.Sum(*corrected, orElse(last.AmountMicros, 0))), last.Currency
	case last.Kind == db.Charge:
		return Charged, last.AmountMicros, last.Currency
	case corrected != nil:
		return Charged, corrected, last.Currency
	}
	return NoAmount, nil, "" // a void
}
