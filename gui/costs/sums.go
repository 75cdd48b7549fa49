package costs

import (
	"slices"
	"strings"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/price"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
)

// open is how many entries of a currency have no end yet, and how many were given back.
type open struct{ reserved, unconfirmed, refunded int }

// figures are the sums of one currency in words.
type figures struct {
	currency                                 string // named where there are several; else ""
	boxed                                    string // beside each number: whose money it is not; else ""
	charged, reserved, unconfirmed, refunded string
	chargedNote, reservedNote                string
	unconfirmedNote, refundedNote            string
	atRisk                                   bool // something is unconfirmed
}

// figuresOf words sums. unpriced are the charges among them whose amount nobody knows.
func figuresOf(s db.LedgerSums, o open, unpriced int, sandbox bool) figures {
	m := wording.MoneyFormat{Currency: s.Currency, Sandbox: sandbox}
	f := figures{
		boxed:   m.Mark(""),
		charged: m.Of(s.Charged), chargedNote: lang.N("%s job, final", "%s jobs, final", s.Jobs, lang.Number(s.Jobs)),
		reserved: m.Of(s.Reserved), reservedNote: lang.L("nothing is running"),
		unconfirmed: m.Of(0), unconfirmedNote: lang.L("nothing is open"),
		refunded: m.Of(s.Refunded), refundedNote: lang.L("nothing was refunded"),
		atRisk: o.unconfirmed > 0 || s.AtRisk > 0,
	}
	if s.Corrected != 0 {
		f.chargedNote = listed(f.chargedNote, lang.L("%s corrected", m.Signed(s.Corrected)))
	}
	if unpriced > 0 {
		f.chargedNote = listed(f.chargedNote, lang.N("%s without a price", "%s without a price", unpriced, lang.Number(unpriced)))
	}
	if o.reserved > 0 {
		f.reservedNote = lang.N("%s task running", "%s tasks running", o.reserved, lang.Number(o.reserved))
	}
	if f.atRisk {
		f.unconfirmed, f.unconfirmedNote = lang.L("up to %s", m.Of(s.AtRisk)), lang.N("%s job needs you", "%s jobs need you", o.unconfirmed, lang.Number(o.unconfirmed))
		if s.AtRisk == 0 {
			f.unconfirmed = lang.L("not known")
		}
	}
	if o.refunded > 0 {
		f.refundedNote = lang.N("%s failed, not in the sums", "%s failed, not in the sums", o.refunded, lang.Number(o.refunded))
	}
	return f
}

// budget is what a month and a day may cost, and what counts against it.
type budget struct {
	title, used, of string
	parts           []widgets.MeterPart
	today           string // "" where there is no budget for a day
	warned          bool   // a limit is used up to the share from which a person is warned
	set             bool   // there is a budget
	free            bool   // nothing counts, so no budget can be set
}

// budgetOf words how the budgets of a profile stand in the month that begins at at; looked is whether that is the one which the place
// is about.
func budgetOf(q jobs.Quote, at time.Time, looked bool) budget {
	m, spent := wording.MoneyFormat{Currency: q.Currency, Sandbox: q.Profile.Sandbox}, q.Spent.Month
	b := budget{title: lang.L("Used in %s", lang.MonthName(at)), used: m.Of(spent.Used()), of: lang.L("no budget")}
	if b.free = q.Profile.Sandbox; b.free {
		b.of = m.Mark("") + " · " + lang.L("nothing is charged")
	}
	b.set = q.Limits.Watched()
	left := q.Left(jobs.ScopeMonth)
	if left.Scope != jobs.ScopeNone {
		b.title = lang.L("Budget of %s", lang.MonthName(at))
		if looked {
			b.title = lang.L("Budget")
		}
		b.of, b.warned = leftOf(m, left), left.Warn
	}
	b.parts = price.Parts(spent, left.Limit)
	if today := q.Left(jobs.ScopeDay); today.Scope != jobs.ScopeNone {
		b.today = todayOf(m, q.Spent.Today.Used(), today)
		b.warned = b.warned || today.Warn
	}
	return b
}

// leftOf words what a limit leaves, or how far it is passed.
func leftOf(m wording.MoneyFormat, l jobs.Left) string {
	if l.Micros < 0 {
		return lang.L("of %[1]s · %[2]s over", m.Alone(l.Limit), m.Of(-l.Micros))
	}
	return lang.L("of %[1]s · %[2]s left", m.Alone(l.Limit), m.Of(l.Micros))
}

// todayOf words what was used today of a limit.
func todayOf(m wording.MoneyFormat, used int64, l jobs.Left) string {
	if l.Micros < 0 {
		return lang.L("Today %[1]s of %[2]s · %[3]s over", m.Of(used), m.Alone(l.Limit), m.Of(-l.Micros))
	}
	return lang.L("Today %[1]s of %[2]s · %[3]s left", m.Of(used), m.Alone(l.Limit), m.Of(l.Micros))
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

// sumsOf adds up groups by kind of entry, each currency for itself and in the order of their codes; of one kind, or of all
// where kind is "".
func sumsOf(groups []db.LedgerGroup, kind db.EntryKind) (all []db.LedgerSums) {
	for _, g := range groups {
		if kind != "" && g.Key != string(kind) {
			continue
		}
		i, known := slices.BinarySearchFunc(all, g.Currency, func(s db.LedgerSums, c string) int { return strings.Compare(s.Currency, c) })
		if !known {
			all = slices.Insert(all, i, db.LedgerSums{Currency: g.Currency})
		}
		s := &all[i]
		s.Charged += g.Charged
		s.Corrected += g.Corrected
		s.Reserved += g.Reserved
		s.AtRisk += g.AtRisk
		s.Refunded += g.Refunded
		s.Jobs += g.Jobs
		s.Unpriced += g.Unpriced
		s.Entries += g.Entries
	}
	return all
}

// countOf returns how many entries of a kind and a currency there are.
func countOf(groups []db.LedgerGroup, kind db.EntryKind, currency string) int {
	for _, g := range groups {
		if g.Key == string(kind) && g.Currency == currency {
			return g.Entries
		}
	}
	return 0
}
