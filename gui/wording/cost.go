package wording

import (
	"viviscope/db"
	"viviscope/gui/lang"
)

// Cost is what a job cost or may cost, in words. Number is never shown without Word.
type Cost struct {
	Number   string       // "¥2.80", "up to ¥4.50", "—"
	Word     string       // est., reserved, charged, refunded, unconfirmed, "price not known"
	Kind     db.EntryKind // what the amount is; "" for an estimate or where there is no amount
	Estimate bool         // nothing was reserved yet
	Unpriced bool         // Kind is known, and its price is not: Word says both
	Micros   *int64       // of Number; nil where that is "—"
}

// KindWord is Word without a price that is not known, for where that stands in the place of the number.
func (c Cost) KindWord() string {
	if c.Unpriced {
		return EntryWord(c.Kind, true)
	}
	return c.Word
}

// EntryWord is the word of an entry's kind beside its amount, or in its place where nobody knows that.
func EntryWord(k db.EntryKind, known bool) string {
	of := func(priced, unpriced string) string {
		if known {
			return priced
		}
		return unpriced
	}
	switch k {
	case db.Reserve:
		return of(lang.L("reserved"), lang.L("reserved, price not known"))
	case db.Charge:
		return of(lang.L("charged"), lang.L("charged, price not known"))
	case db.Refund:
		return of(lang.L("refunded"), lang.L("refunded, price not known"))
	case db.UnconfirmedEntry:
		return of(lang.L("unconfirmed"), lang.L("unconfirmed, price not known"))
	}
	return lang.L("not charged")
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
			return Cost{Number: Money(*job.EstimateMicros, job.Currency), Word: lang.L("est."), Estimate: true, Micros: job.EstimateMicros}
		case job.State == db.Rejected:
			return Cost{Number: "—", Word: EntryWord(db.Void, true)}
		}
		return Cost{Number: "—", Word: lang.L("price not known")}
	}
	if corrected != nil && last.Kind != db.Reserve && last.Kind != db.UnconfirmedEntry {
		sum := *corrected
		if last.Kind == db.Charge {
			sum += deref(last.AmountMicros)
		}
		return Cost{Number: Money(sum, last.Currency), Word: lang.L("charged, corrected"), Kind: db.Charge, Micros: &sum}
	}
	number := "—"
	if last.AmountMicros != nil {
		number = Money(*last.AmountMicros, last.Currency)
	}
	switch last.Kind {
	case db.Refund:
		return Cost{Number: number, Word: EntryWord(db.Refund, true), Kind: db.Refund, Micros: last.AmountMicros}
	case db.Reserve, db.Charge, db.UnconfirmedEntry:
		if last.AmountMicros == nil {
			return Cost{Number: "—", Word: EntryWord(last.Kind, false), Kind: last.Kind, Unpriced: true}
		}
		if last.Kind == db.UnconfirmedEntry {
			number = lang.L("up to %s", number)
		}
		return Cost{Number: number, Word: EntryWord(last.Kind, true), Kind: last.Kind, Micros: last.AmountMicros}
	}
	return Cost{Number: "—", Word: EntryWord(db.Void, true), Kind: db.Void}
}

func deref(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}
