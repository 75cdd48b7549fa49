package spend

import (
	"slices"
	"strings"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// budgeted reports whether the question is about a daily or monthly budget.
func budgeted(q jobs.Quote) bool {
	scope := q.ConfirmScope()
	return scope == jobs.ScopeDay || scope == jobs.ScopeMonth
}

// questionText returns the title and the text of a question.
func questionText(q jobs.Quote) (title string, text []kit.Span) {
	if budgeted(q) {
		over := q.Verdict().Over
		text = append([]kit.Span{{Text: usedText(q, over) + " "}}, costText(q)...)
		return exceededTitle(over.Scope), append(text, kit.Span{Text: " " + excessText(q, over)})
	}
	title = lang.L("Send this one?")
	n := len(q.Each)
	if n > 1 {
		title = lang.N("Send these %s?", "Send these %s?", n, lang.Number(n))
	}
	left := BudgetLine(q)
	if len(left) > 0 {
		left = append([]kit.Span{{Text: " "}}, left...)
	}
	if q.ConfirmScope() != jobs.ScopeClick { // a preview, or a changed price
		return title, append(costText(q), left...)
	}
	limit := wording.Money(*q.Limits.Click, q.Currency)
	if !q.Known {
		unknown := lang.L("The price is not known, so it may exceed your limit of %s.", limit)
		return title, []kit.Span{{Text: unknown}}
	}
	return title, slices.Concat(costText(q), []kit.Span{{Text: " " + lang.L("Your confirmation limit is %s.", limit)}},
		left)
}

// exceededTitle returns the title of a question about an exceeded budget.
func exceededTitle(s jobs.Scope) string {
	if s == jobs.ScopeDay {
		return lang.L("Over today’s budget")
	}
	return lang.L("Over this month’s budget")
}

// usedText returns how much of a budget is used, and how much of that is not final.
func usedText(q jobs.Quote, limit jobs.Left) string {
	money := func(micros int64) string { return wording.Money(micros, q.Currency) }
	spent := q.Spent.Month
	if limit.Scope == jobs.ScopeDay {
		spent = q.Spent.Today
	}
	var open []string
	add := func(micros int64, first, next string) {
		if micros != 0 {
			if len(open) > 0 {
				first = next
			}
			open = append(open, first)
		}
	}
	add(spent.Reserved, lang.L("%s of it reserved", money(spent.Reserved)), "")
	add(spent.Unconfirmed, lang.L("%s of it unconfirmed", money(spent.Unconfirmed)),
		lang.L("%s unconfirmed", money(spent.Unconfirmed)))
	add(spent.Outgoing, lang.L("%s of it waiting or being sent", money(spent.Outgoing)),
		lang.L("%s waiting or being sent", money(spent.Outgoing)))
	used, of := money(spent.Used()), money(limit.Limit)
	switch {
	case limit.Scope == jobs.ScopeDay && len(open) == 0:
		return lang.L("%s of %s is used today.", used, of)
	case limit.Scope == jobs.ScopeDay:
		return lang.L("%s of %s is used today (%s).", used, of, wording.Commas(open...))
	case len(open) == 0:
		return lang.L("%s of %s is used.", used, of)
	}
	return lang.L("%s of %s is used (%s).", used, of, wording.Commas(open...))
}

// costText returns the cost of the jobs, with the amount in bold. A single job has its own sentence ("this job"),
// because plural forms do not suffice in some languages.
func costText(q jobs.Quote) []kit.Span {
	n := len(q.Each)
	switch {
	case !q.Known && n == 1:
		return []kit.Span{{Text: lang.L("The price of this job is not known.")}}
	case !q.Known:
		unknown := lang.N("The price of these %s jobs is not known.", "The price of these %s jobs is not known.", n,
			lang.Number(n))
		return []kit.Span{{Text: unknown}}
	}
	words := lang.L("This job adds %s.", amountPlaceholder)
	if n > 1 {
		words = lang.N("These %s jobs add %s.", "These %s jobs add %s.", n, lang.Number(n), amountPlaceholder)
	}
	before, after, _ := strings.Cut(words, amountPlaceholder)
	return []kit.Span{{Text: before}, {Text: wording.Money(q.Total, q.Currency), Bold: true, Color: resources.Text1},
		{Text: after}}
}

// excessText returns by how much the jobs exceed a budget.
func excessText(q jobs.Quote, over jobs.Left) string {
	amount := wording.Money(-over.Micros, q.Currency)
	switch {
	case q.Known:
		return lang.L("That is %s over.", amount)
	case over.Micros < 0:
		return lang.L("That is at least %s over.", amount)
	}
	return lang.L("The budget is used up.")
}

// sendLabel returns the label of the button that sends, with the amount.
func sendLabel(q jobs.Quote) string {
	amount := wording.MoneyFormat{Currency: q.Currency}.Price(q.Total, q.Known)
	n := len(q.Each)
	if n > 1 {
		return lang.N("Send these %s", "Send these %s", n, lang.Number(n)) + " · " + amount
	}
	return lang.L("Send this one") + " · " + amount
}

// holdLabel returns the label of the button that sends what fits a budget and holds the rest, with the price of the
// sent part. It is "" for jobs that are held already, because that would equal not sending.
func holdLabel(q jobs.Quote, held bool) string {
	n, total, known := 0, int64(0), true
	for i, h := range q.HeldByBudget() {
		switch {
		case h:
			n++
		case q.Each[i] == nil:
			known = false
		default:
			total = db.Sum(total, *q.Each[i])
		}
	}
	switch sent := len(q.Each) - n; {
	case sent > 0:
		amount := wording.MoneyFormat{Currency: q.Currency}.Price(total, known)
		return lang.L("Send %s, hold %s", lang.Number(sent), lang.Number(n)) + " · " + amount
	case held:
		return ""
	case n > 1:
		return lang.L("Hold them")
	}
	return lang.L("Hold it")
}
