package costs

import (
	"viviscope/db"
	"viviscope/gui/wording"
)

// purse words amounts of one currency. The sandbox's money is not money, and says so wherever an amount stands alone.
type purse struct {
	currency string
	sandbox  bool
}

// word words an amount that stands alone: "¥2.80", "¥2.80 (sandbox)".
func (p purse) word(micros int64) string {
	if p.sandbox {
		return p.short(micros) + " (sandbox)"
	}
	return p.short(micros)
}

// short words an amount among others of which one says whose money it is.
func (p purse) short(micros int64) string { return wording.Money(micros, p.currency) }

// plus words an amount with its sign in any case: "+¥0.80", "−¥0.80".
func (p purse) plus(micros int64) string {
	if micros > 0 {
		return "+" + p.short(micros)
	}
	return p.short(micros)
}

// amountWords words an entry's amount as its kind means it.
func amountWords(e db.Entry) string {
	if e.AmountMicros == nil {
		return "price not known"
	}
	m := purse{currency: e.Currency}
	switch {
	case e.Correction != "":
		return m.plus(*e.AmountMicros)
	case e.Kind == db.Refund:
		return m.short(-*e.AmountMicros)
	case e.Kind == db.UnconfirmedEntry:
		return "up to " + m.short(*e.AmountMicros)
	}
	return m.short(*e.AmountMicros)
}

// kindWord is the word of an entry's kind.
func kindWord(e db.Entry) string {
	if e.Correction != "" {
		return "correction"
	}
	return string(e.Kind)
}
