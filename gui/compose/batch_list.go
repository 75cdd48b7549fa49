package compose

import (
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/gui/form"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/spend"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// listName is the setting that holds the list of a batch until it is sent.
const listName = "compose.batch"

// batchText is the text of a batch, as it was pasted, or read from a file.
type batchText struct {
	Name string `json:"name,omitempty"` // of the file; "" for what was typed or pasted
	Text string `json:"text,omitempty"`
}

// checked is a parsed list with the order that it makes and its price. It does not change, so the order that is shown
// is the one that is sent.
type checked struct {
	order.List
	right   int         // rows that can be sent
	order   order.Order // them as one click
	quote   order.Quote
	each    []*int64      // price of each job, micro-units; nil: not known
	took    time.Duration // how long it takes; 0: not known
	account form.Account
	tariff  wording.Tariff
}

// check reads a list and prices it. It takes its time with a long one: off the window's goroutine.
func check(l batchText, f order.Form, env order.Env, a form.Account, t wording.Tariff) (*checked, error) {
	read, err := f.ReadList(l.Text, l.Name, env)
	if err != nil {
		return nil, err
	}
	c := &checked{List: read, account: a, tariff: t}
	for _, r := range read.ValidRows() {
		c.right++
		c.order.Requests = append(c.order.Requests, r.Order().Requests...)
	}
	c.quote = t.Quote(c.order)
	for _, r := range c.order.Requests {
		var price *int64
		if q := t.Quote(order.Order{Requests: []client.Request{r}}); q.Known {
			price = new(int64(q.Total))
		}
		c.each = append(c.each, price)
	}
	return c, nil
}

// against returns the price of a list against the limits of its profile. budgets is their state without the list.
func (c *checked) against(budgets jobs.Quote) jobs.Quote {
	budgets.Each, budgets.Total, budgets.Known = c.each, int64(c.quote.Total), c.quote.Known
	return budgets
}

// limitSpans returns what the list leaves of a budget, or which limit it exceeds; nil where there is none.
func limitSpans(q jobs.Quote) []kit.Span {
	if q.ConfirmScope() == jobs.ScopeClick {
		limit := wording.Money(*q.Limits.Click, q.Currency)
		return []kit.Span{{Text: lang.L("Your confirmation limit is %s.", limit), Color: resources.Warn}}
	}
	return spend.BudgetLine(q)
}

// fitting returns how many jobs of a list fit the budgets, and what these cost; 0 where the list exceeds none.
func fitting(q jobs.Quote) (n int, cost int64) {
	if scope := q.ConfirmScope(); scope != jobs.ScopeDay && scope != jobs.ScopeMonth {
		return 0, 0
	}
	for i, held := range q.HeldByBudget() {
		if !held && q.Each[i] != nil {
			n++
			cost += *q.Each[i]
		}
	}
	return n, cost
}

// totalWords sums a list up.
func (c *checked) totalWords() string {
	words := lang.N("%s row", "%s rows", len(c.Rows), lang.Number(len(c.Rows)))
	if wrong := len(c.Rows) - c.right; wrong > 0 {
		words = lang.N("%[2]s, %[1]s of them not valid", "%[2]s, %[1]s of them not valid", wrong, lang.Number(wrong),
			words)
	}
	if c.right == 0 {
		return words
	}
	words += " · " + jobCount(c.quote.Jobs) + " · " + c.tariff.Price(c.quote)
	if c.took > 0 {
		words += " · " + takesWords(c.took)
	}
	return words
}

// sendWords is the word of the button that sends: "Send 12 · ¥33.60 est.".
func (c *checked) sendWords() string {
	words := lang.N("Send the %s valid row", "Send the %s valid rows", c.right, lang.Number(c.right))
	switch c.right {
	case len(c.Rows):
		words = lang.X("verb", "Send %s", lang.Number(c.quote.Jobs))
	case 1:
		words = lang.L("Send the valid row")
	}
	return words + " · " + c.tariff.ButtonPrice(c.quote)
}
