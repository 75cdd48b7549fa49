// Package spend asks the user before money is spent. All screens spend through a [Sender]: it sends at the price that
// the button showed, and asks if a budget is exceeded or the price has changed. It does not decide about limits;
// package jobs does.
//
// Layers, from the top:
//
//	sender    sending with a question and a retry; debounce of clicks that spend
//	question  the texts of the question
//	budget    budgets as a line of text and as a meter
//	amount    fields for amounts
package spend

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
	case jobs.JobChanged: // jobs being sent count before they have a ledger entry
		return e.State == "" || e.State == db.Waiting || e.State == db.Held || e.State == db.Sending ||
			e.State == db.Rejected
	}
	return false
}

// ShowBudget shows in a meter how much of a budget is used: charged, reserved, unconfirmed and being sent. The meter
// spans the limit, or the used amount if that is more. It is hidden without a budget.
func ShowBudget(m *kit.Meter, s db.Spent, left jobs.Left) {
	kit.Show(m, left.Scope != jobs.ScopeNone)
	m.Set(parts(s, left.Limit)...)
}

// parts returns the parts of a budget meter.
func parts(s db.Spent, limit int64) []kit.MeterPart {
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

// BudgetLine returns the remainder of the tightest budget after a click, with the amount in bold; nil without a budget.
// The line is coloured if the budget is exceeded or its warning level is reached.
func BudgetLine(q jobs.Quote) []kit.Span {
	if !q.Known {
		q.Each = nil
	}
	left := q.Verdict().Near
	if left.Scope == jobs.ScopeNone {
		return nil
	}
	line, micros := leftText(left.Scope, q.Known, amountPlaceholder, wording.Money(left.Limit, q.Currency)), left.Micros
	around, inside := resources.Text2, resources.Text1
	switch {
	case left.Micros < 0:
		line, micros = exceededText(left.Scope, amountPlaceholder), -left.Micros
		around, inside = resources.Err, resources.Err
	case left.Warn:
		line = lang.L("%s, over %d %% used", line, q.Limits.WarnPercent)
		around, inside = resources.Warn, resources.Warn
	}
	before, after, _ := strings.Cut(line, amountPlaceholder)
	return []kit.Span{{Text: before, Color: around},
		{Text: wording.Money(micros, q.Currency), Bold: true, Color: inside}, {Text: after, Color: around}}
}

// amountPlaceholder is the placeholder of a bold amount in a sentence. Its position depends on the language.
const amountPlaceholder = "\x00"

// exceededText returns by how much a limit is exceeded.
func exceededText(s jobs.Scope, by string) string {
	if s == jobs.ScopeDay {
		return lang.L("Over today’s budget by %s", by)
	}
	return lang.L("Over this month’s budget by %s", by)
}

// leftText returns the remainder of a limit after a click, or before it if the price is unknown.
func leftText(s jobs.Scope, priced bool, left, limit string) string {
	switch {
	case s == jobs.ScopeDay && priced:
		return lang.L("Today’s budget after this: %s of %s left", left, limit)
	case s == jobs.ScopeDay:
		return lang.L("Today’s budget without this: %s of %s left", left, limit)
	case priced:
		return lang.L("Budget after this: %s of %s left", left, limit)
	}
	return lang.L("Budget without this: %s of %s left", left, limit)
}
