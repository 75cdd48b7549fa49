package costs

import (
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
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
		out.quantity += " × " + wording.MoneyFormat{Currency: e.Currency}.Of(*e.UnitMicros)
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

// rowHeight is the height of a row of the ledger with its line, px.
const rowHeight = 32

// signRoom is what the sign of an entry and the gap behind it take of their column, px at 100 % text.
const signRoom = 22

// ledgerColumns are those of the ledger.
func ledgerColumns() []column {
	return []column{
		{head: lang.X("column", "When"), width: 84, longest: widestDays(), color: resources.Text2},
		{head: lang.X("column", "Entry"), width: 78, sign: true, longest: []string{kindWord(db.Entry{Kind: db.UnconfirmedEntry}), kindWord(db.Entry{Correction: "-"})}},
		{head: lang.X("column", "Job"), width: 110, grow: true, color: resources.Text2},
		{head: lang.L("Quantity"), width: 88, numbers: true},
		{head: lang.L("Amount"), width: 104, numbers: true, bold: true, longest: []string{amountWords(db.Entry{})}},
		{head: lang.L("Charged"), width: 72, numbers: true},
	}
}

// cells are what a row of the ledger shows.
func (r row) cells() []cell {
	icon, color := look(r)
	amount := color
	if r.kind == db.Reserve {
		amount = resources.Text1 // quiet is the word; the number is read
	}
	if r.unpriced {
		amount = resources.Warn
	}
	return []cell{{words: r.when}, {words: r.word, icon: icon, color: color}, {words: r.what}, {words: r.quantity}, {words: r.amount, color: amount}, {words: r.charged}}
}

// look says how an entry is drawn; the word beside it says the same.
func look(r row) (fyne.Resource, fyne.ThemeColorName) {
	switch {
	case r.correction:
		return resources.IconPencil(), resources.Text1
	case r.kind == db.Reserve:
		return resources.IconLock(), resources.Text2
	case r.kind == db.Charge:
		return resources.IconCheck(), resources.Text1
	case r.kind == db.Refund:
		return resources.IconRefund(), resources.OK
	case r.kind == db.UnconfirmedEntry:
		return resources.IconUnconfirmed(), resources.Warn
	}
	return resources.IconClose(), resources.Text2
}
