package costs

import (
	"time"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// row is one entry in words.
type row struct {
	id, job, asset int64
	kind           db.EntryKind
	correction     bool
	unpriced       bool // its amount counts and nobody knows it

	when, word, what, amount string
	quantity                 string // with the price of one: "5 s × ¥0.56"
	charged                  string // what was charged in the period up to and with this entry
	exact                    string // for its details: moment and note
}

// rowOf words an entry. several: there are other currencies beside its own.
func rowOf(r db.LedgerRow, several bool, now time.Time) row {
	e := r.Entry
	out := row{id: e.ID, job: r.Job.ID, asset: r.AssetID, kind: e.Kind, correction: e.Correction != "",
		unpriced: e.AmountMicros == nil && (e.Kind == db.Charge && !r.Priced || r.Open),
		when:     wording.Stamp(e.At, now), word: kindWord(e), quantity: quantity(e), amount: amountWords(e),
		charged: wording.PlainMoney(r.ChargedSoFar, e.Currency), exact: wording.Exact(e.At, now)}
	if several {
		out.charged = wording.Money(r.ChargedSoFar, e.Currency)
	}
	if e.UnitMicros != nil && *e.UnitMicros > 0 && out.quantity != "" {
		out.quantity += " × " + purse{currency: e.Currency}.short(*e.UnitMicros)
	}
	if r.Priced {
		out.amount = lang.L("priced later")
	}
	switch {
	case r.Job.ID == 0 || e.Correction != "" && e.Note != "" && e.Prices == 0:
		out.what = e.Note
	default:
		out.what = wording.Title(r.Job)
		if r.Job.Model != "" {
			out.what += " · " + r.Job.Model
		}
		if e.Correction != "" {
			out.what = e.Note + " · " + out.what
		}
	}
	if e.Note != "" {
		out.exact += " · " + e.Note
	}
	return out
}

func rowsOf(all []db.LedgerRow, several bool, now time.Time) []row {
	rows := make([]row, len(all))
	for i, r := range all {
		rows[i] = rowOf(r, several, now)
	}
	return rows
}
