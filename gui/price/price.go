// Package price says what something costs, and asks before it costs more than a person wants: every way to spend of the window goes
// through a [Sender].
//
// [Pane] is the editable price table of a profile: dated rows for a second of each video model at each resolution, with and without sound,
// for a picture, and for a million tokens of picture work. Its [Rows] are a value without widgets. Amounts are decimal text to the last
// digit; no float is used. An empty price is not known, which is not a price of zero. The library stores whole tables with the moment from
// which they apply. Saving adds tables for now and for each later day with a change; older tables and all ledger entries stay.
package price

import (
	"strings"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Spends reports whether an event may change what counts against a budget.
func Spends(ev jobs.Event) bool {
	switch e := ev.(type) {
	case jobs.LedgerChanged:
		return true
	case jobs.JobChanged: // what goes out counts before anything of it is in the ledger
		return e.State == "" || e.State == db.Waiting || e.State == db.Held || e.State == db.Sending || e.State == db.Rejected
	}
	return false
}

// Parts shares a meter between what is charged, reserved, unconfirmed and goes out, in this order. The whole is the limit, or what is
// used where that is more.
func Parts(s db.Spent, limit int64) []kit.MeterPart {
	whole := float64(max(s.Used(), limit))
	if whole <= 0 {
		return nil
	}
	share := func(micros int64) float64 { return max(float64(micros), 0) / whole }
	return []kit.MeterPart{
		{Share: share(s.Charged), Color: resources.Accent},
		{Share: share(s.Reserved), Color: resources.Text2},
		{Share: share(s.Unconfirmed), Color: resources.Warn},
		{Share: share(s.Outgoing), Color: resources.Text3},
	}
}

// BudgetLine says what is left of the tightest budget after a click, with the amount standing out; nothing where no budget is set. Where
// one is passed, or so much of it used that a person wants to be warned, all of it stands out.
func BudgetLine(q jobs.Quote) []kit.Span {
	if !q.Known {
		q.Each = nil
	}
	left := q.Verdict().Near
	if left.Scope == jobs.ScopeNone {
		return nil
	}
	line, micros := leftWords(left.Scope, q.Known, hole, wording.Money(left.Limit, q.Currency)), left.Micros
	around, inside := resources.Text2, resources.Text1
	switch {
	case left.Micros < 0:
		line, micros = passedWords(left.Scope, hole), -left.Micros
		around, inside = resources.Err, resources.Err
	case left.Warn:
		line = lang.L("%s, over %d %% used", line, q.Limits.WarnPercent)
		around, inside = resources.Warn, resources.Warn
	}
	before, after, _ := strings.Cut(line, hole)
	return []kit.Span{{Text: before, Color: around}, {Text: wording.Money(micros, q.Currency), Bold: true, Color: inside}, {Text: after, Color: around}}
}

// hole stands in a sentence for an amount that stands out: languages differ in its place.
const hole = "\x00"

// passedWords say by how much a limit is passed.
func passedWords(s jobs.Scope, by string) string {
	if s == jobs.ScopeDay {
		return lang.L("Over today’s budget by %s", by)
	}
	return lang.L("Over this month’s budget by %s", by)
}

// leftWords say how much of a limit is left after a click, or without it where its price is not known.
func leftWords(s jobs.Scope, priced bool, left, limit string) string {
	switch {
	case s == jobs.ScopeDay && priced:
		return lang.L("Today’s budget after this: %s of %s", left, limit)
	case s == jobs.ScopeDay:
		return lang.L("Today’s budget without this: %s of %s", left, limit)
	case priced:
		return lang.L("Budget after this: %s of %s", left, limit)
	}
	return lang.L("Budget without this: %s of %s", left, limit)
}
