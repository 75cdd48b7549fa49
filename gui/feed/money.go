package feed

import (
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/price"
	"viviscope/gui/wording"
)

// Sum is what a job costs, as the ledger has it: a number with the word that says what kind of amount it is. Number is
// "" where no price is known.
type Sum struct {
	Kind   db.EntryKind // of the entry that the sum rests on; "" for an estimate
	Micros int64
	Known  bool
	Prefix string // before the number: "up to", "refunded"
	Number string
	Word   string // after the number: "reserved", "charged", "unconfirmed", "est."
}

// Money says what a job costs now. What is unconfirmed weighs most: it may have been charged. Then what was charged,
// what came back, and what is reserved; before that there is an estimate. What was set right later is added to the charge.
func (it Item) Money() Sum {
	micros, known, has := map[db.EntryKind]int64{}, map[db.EntryKind]bool{}, map[db.EntryKind]bool{}
	currency := it.Job.Currency
	var corrections int64
	corrected, voids := false, 0
	for _, e := range it.Entries {
		if e.Correction != "" {
			if e.AmountMicros != nil {
				corrections, corrected, currency = corrections+*e.AmountMicros, true, e.Currency
			}
			continue
		}
		if e.Kind == db.Void {
			voids++
		}
		if !has[e.Kind] {
			has[e.Kind], known[e.Kind] = true, true
		}
		if e.AmountMicros == nil {
			known[e.Kind] = false
			continue
		}
		micros[e.Kind] += *e.AmountMicros
		currency = e.Currency
	}
	if has[db.UnconfirmedEntry] {
		voids-- // the one that ended that
	}
	sum := func(kind db.EntryKind, prefix, word string) Sum {
		return it.worded(Sum{Kind: kind, Micros: micros[kind], Known: known[kind], Prefix: prefix, Word: word}, currency)
	}
	switch {
	case it.Job.State == db.Unconfirmed || has[db.UnconfirmedEntry] && !has[db.Charge] && !has[db.Void]:
		return sum(db.UnconfirmedEntry, lang.X("before an amount", "up to"), lang.L("unconfirmed"))
	case corrected && (has[db.Charge] || has[db.Refund] || !has[db.Reserve] || voids > 0):
		return it.worded(Sum{Kind: db.Charge, Micros: micros[db.Charge] + corrections, Known: true, Word: lang.L("charged, corrected")}, currency)
	case has[db.Charge]:
		return sum(db.Charge, "", lang.L("charged"))
	case has[db.Refund]:
		return sum(db.Refund, lang.X("before an amount", "refunded"), "")
	case has[db.Reserve] && voids <= 0:
		return sum(db.Reserve, "", lang.L("reserved"))
	case it.Job.State == db.Rejected || it.Job.State == db.Expired:
		return Sum{Word: lang.L("nothing charged"), Known: true}
	}
	s := Sum{Word: lang.L("est.")}
	if it.Job.EstimateMicros != nil {
		s.Micros, s.Known = *it.Job.EstimateMicros, true
	}
	return it.worded(s, currency)
}

func (it Item) worded(s Sum, currency string) Sum {
	if !s.Known {
		unknown := lang.L("price not known")
		if s.Kind != "" && s.Word != "" {
			unknown = lang.X("list", "%s, %s", unknown, s.Word)
		}
		s.Prefix, s.Number, s.Word = "", "", unknown
	} else {
		s.Number = wording.Money(s.Micros, currency)
	}
	s.Word = it.boxed(s.Word)
	return s
}

// AgainPrice words what the same request costs today: "¥5.60 est.".
func (it Item) AgainPrice() string {
	if it.Again == nil {
		return it.boxed(lang.L("price not known"))
	}
	return it.boxed(price.Words(*it.Again, true, it.Profile.Currency))
}

// boxed adds to an amount of the sandbox, or to what is said of one, that it is not real money.
func (it Item) boxed(words string) string {
	switch {
	case !it.Profile.Sandbox:
		return words
	case words == "":
		return lang.L("(sandbox)")
	}
	return lang.L("%s (sandbox)", words)
}

// Twice words what a second job would cost, and what both would if the first one did arrive; "" where one of the two
// has no price, or another currency.
func (it Item) Twice() (more, both string) {
	first, currency := it.Money(), it.Profile.Currency
	if !first.Known || it.Again == nil {
		return "", ""
	}
	if it.Job.Currency == currency {
		both = wording.Money(first.Micros+*it.Again, currency)
	}
	return wording.Money(*it.Again, currency), both
}

func join(a, b, by string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + by + b
}
