package costs

import (
	"time"

	"viviscope/db"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// open is how many entries of a currency have no end yet, and how many were given back.
type open struct{ reserved, unconfirmed, refunded int }

// figures are the sums of one currency in words.
type figures struct {
	currency                                 string // named where there are several; else ""
	charged, reserved, unconfirmed, refunded string
	chargedNote, reservedNote                string
	unconfirmedNote, refundedNote            string
	atRisk                                   bool // something is unconfirmed
}

// figuresOf words sums. unpriced are the charges among them whose amount nobody knows.
func figuresOf(s db.LedgerSums, o open, unpriced int, sandbox bool) figures {
	m := purse{s.Currency, sandbox}
	f := figures{
		charged: m.word(s.Charged), chargedNote: wording.Count(s.Jobs, "job, final", "jobs, final"),
		reserved: m.word(s.Reserved), reservedNote: "nothing is running",
		unconfirmed: m.word(0), unconfirmedNote: "nothing is open",
		refunded: m.word(s.Refunded), refundedNote: "nothing was refunded",
		atRisk: o.unconfirmed > 0 || s.AtRisk > 0,
	}
	if s.Corrected != 0 {
		f.chargedNote += ", " + m.plus(s.Corrected) + " corrected"
	}
	if unpriced > 0 {
		f.chargedNote += ", " + wording.Count(unpriced, "without a price", "without a price")
	}
	if o.reserved > 0 {
		f.reservedNote = wording.Count(o.reserved, "task running", "tasks running")
	}
	if f.atRisk {
		f.unconfirmed, f.unconfirmedNote = "up to "+m.word(s.AtRisk), wording.Count(o.unconfirmed, "job needs you", "jobs need you")
		if s.AtRisk == 0 {
			f.unconfirmed = "not known"
		}
	}
	if o.refunded > 0 {
		f.refundedNote = wording.Count(o.refunded, "failed, not in the sums", "failed, not in the sums")
	}
	return f
}

// budget is what a month and a day may cost, and what counts against it.
type budget struct {
	title, used, of string
	parts           []widgets.MeterPart
	today           string // "" where there is no budget for a day
	over, warned    bool
	set             bool // there is a budget
}

// budgetOf words the budget of a profile. month and today are the sums in the profile's currency; the month begins at at, and
// looked is whether it is the one that the place is about.
func budgetOf(p db.Profile, month, today db.LedgerSums, at time.Time, looked bool) budget {
	m := purse{p.Currency, p.Sandbox}
	b := budget{title: "Used in " + at.Format("January") + ", all three", used: m.word(month.Used()), of: "no budget", set: p.BudgetMicros != nil || p.DayBudgetMicros != nil}
	whole := month.Used()
	if p.BudgetMicros != nil {
		limit := *p.BudgetMicros
		b.title = "Budget of " + at.Format("January") + ", all three"
		if looked {
			b.title = "Budget, counting all three"
		}
		b.used = m.short(month.Used())
		b.of, b.over = leftOf(m, month.Used(), limit)
		b.warned = warned(p, month.Used(), limit)
		whole = max(whole, limit)
	}
	if p.DayBudgetMicros != nil {
		words, over := leftOf(m, today.Used(), *p.DayBudgetMicros)
		b.today = "Today " + m.short(today.Used()) + " " + words
		b.over = b.over || over
		b.warned = b.warned || warned(p, today.Used(), *p.DayBudgetMicros)
	}
	if whole > 0 {
		share := func(micros int64) float64 { return max(float64(micros), 0) / float64(whole) }
		b.parts = []widgets.MeterPart{
			{Share: share(month.Charged), Color: resources.Accent},
			{Share: share(month.Reserved), Color: resources.Text2},
			{Share: share(month.AtRisk), Color: resources.Warn},
		}
	}
	return b
}

// leftOf words what is left of a limit, or how far it is passed.
func leftOf(m purse, used, limit int64) (words string, over bool) {
	if left := limit - used; left < 0 {
		return "of " + m.word(limit) + " · " + m.short(-left) + " over", true
	} else {
		return "of " + m.word(limit) + " · " + m.short(left) + " left", false
	}
}

// warned reports whether a limit is used up to the share from which a person is warned.
func warned(p db.Profile, used, limit int64) bool {
	percent := p.WarnPercent
	if percent == 0 {
		percent = db.DefaultWarnPercent
	}
	return used > 0 && used >= limit/100*int64(percent) // divided first: the product may not fit
}

// sumsIn returns the sums of a currency; empty ones where there are none.
func sumsIn(all []db.LedgerSums, currency string) db.LedgerSums {
	for _, s := range all {
		if s.Currency == currency {
			return s
		}
	}
	return db.LedgerSums{Currency: currency}
}
