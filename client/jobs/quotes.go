package jobs

import (
	"context"
	"fmt"

	"viviscope/client"
	"viviscope/db"
	"viviscope/db/search"
)

// Quote is the price of a click and the state of its profile's limits before it. Amounts are micro-units.
type Quote struct {
	Profile    db.Profile
	Table      client.PriceTable // current table of the profile; without prices if there is none
	Currency   string            // of the table; if it has none, the profile's
	Each       []*int64          // price of each job; nil: unknown
	Total      int64             // sum of the known prices
	Known      bool              // every price is known
	ClickTotal int64             // Total plus the other jobs of the same clicks that cost money or will
	Spent      Spent
	Limits     Limits
}

// Spent contains the amounts that count against the budgets of a profile.
type Spent struct{ Today, Month db.Spent }

// Verdict returns the result of comparing the click with the limits.
func (q Quote) Verdict() Verdict {
	return q.Limits.Judge(q.used(), q.Each)
}

func (q Quote) used() Used { return Used{q.Spent.Today.Used(), q.Spent.Month.Used()} }

// Left returns what the budget of a day or a month leaves after the click; its scope is ScopeNone if there is no such
// budget.
func (q Quote) Left(of Scope) Left {
	l := Limits{WarnPercent: q.Limits.WarnPercent}
	switch of {
	case ScopeDay:
		l.Day = q.Limits.Day
	case ScopeMonth:
		l.Month = q.Limits.Month
	}
	return l.Judge(q.used(), q.Each).Near
}

// ConfirmScope returns the limit that the user must be asked about before the click is sent: a budget that it exceeds,
// or else the limit of a click. It returns ScopeNone if no question is needed.
func (q Quote) ConfirmScope() Scope {
	v := q.Verdict()
	switch {
	case q.Known && q.Total == 0: // a free click, at any used amount
		return ScopeNone
	case v.Over.Scope != ScopeNone:
		return v.Over.Scope
	case v.AboveClickLimit:
		return ScopeClick
	}
	return ScopeNone
}

// HeldByBudget returns which jobs [Terms.HoldExcess] holds.
func (q Quote) HeldByBudget() []bool { return q.Limits.Plan(q.used(), q.Each) }

// Agreement contains what the user was shown about a click: the profile that pays, the limit, the amount used of it,
// and the price of the click. It is comparable, and made only by [Quote.Agreement]. The zero value agrees to nothing.
type Agreement struct {
	profile  int64
	currency string
	scope    Scope
	limit    int64
	used     Used // of the budgets, if one of them is the limit
	adds     int64
	known    bool // every price is known
	jobs     int
}

// Agreement returns the agreement to this click at these amounts.
func (q Quote) Agreement() Agreement {
	a := Agreement{
		profile: q.Profile.ID, currency: q.Currency, scope: q.ConfirmScope(), adds: q.Total, known: q.Known,
		jobs: len(q.Each),
	}
	switch a.scope {
	case ScopeDay:
		a.limit, a.used = *q.Limits.Day, q.used()
	case ScopeMonth:
		a.limit, a.used = *q.Limits.Month, q.used()
	case ScopeClick:
		a.limit = *q.Limits.Click
	}
	return a
}

// PriceAgreement returns the agreement to the amount that a button showed. It does not permit exceeding a limit: the
// user is asked about that.
func (q Quote) PriceAgreement() Agreement {
	q.Limits = Limits{}
	return q.Agreement()
}

// fittingVerdict returns the verdict about the jobs that fit into the budgets.
func (q Quote) fittingVerdict() Verdict {
	var each []*int64
	for i, held := range q.HeldByBudget() {
		if !held {
			each = append(each, q.Each[i])
		}
	}
	return q.Limits.Judge(q.used(), each)
}

// quotes prices clicks and reads the limits and the used amounts of the profile that pays.
type quotes struct {
	lib      Library
	calendar *calendar
}

// priceOrders implements [Engine.Price].
func (qs *quotes) priceOrders(ctx context.Context, profileID int64, orders []Order) (Quote, error) {
	requests := make([]client.Request, len(orders))
	for i, o := range orders {
		requests[i] = o.sizedRequest()
	}
	return qs.price(ctx, profileID, requests)
}

// priceJobs implements [Engine.PriceJobs].
func (qs *quotes) priceJobs(ctx context.Context, profileID int64, list ...db.Job) (Quote, error) {
	requests := make([]client.Request, len(list))
	for i, j := range list {
		requests[i] = requestWithSizes(j)
	}
	return qs.price(ctx, profileID, requests)
}

func (qs *quotes) price(ctx context.Context, profileID int64, requests []client.Request) (Quote, error) {
	q, err := qs.quote(ctx, qs.lib.Budget(), profileID, requests, 0)
	if err != nil {
		return Quote{}, fmt.Errorf("price %d jobs of profile %d: %w", len(requests), profileID, err)
	}
	return q, nil
}

// quote prices requests; nil is a request that cannot be read. The job with the ID except does not count as used; 0:
// all do.
func (qs *quotes) quote(ctx context.Context, b db.BudgetReader, profileID int64, requests []client.Request,
	except int64) (
	Quote, error) {
	p, err := b.Profile(ctx, profileID)
	if err != nil {
		return Quote{}, err
	}
	now := qs.calendar.limitTime()
	table, err := pricesOf(ctx, b, profileID, now)
	if err != nil {
		return Quote{}, err
	}
	q := Quote{
		Profile: p, Table: table, Currency: table.Currency, Limits: LimitsOf(p), Each: make([]*int64, len(requests)),
	}
	if q.Currency == "" {
		q.Currency = p.Currency
	}
	for i, r := range requests {
		if r != nil {
			q.Each[i] = amountOf(r.Estimate(table))
		}
	}
	q.Total, q.Known = sumOf(q.Each)
	q.ClickTotal = q.Total
	var other []db.Job
	y, m, d := now.Date()
	day, month := search.StartOfDay(y, m, d, now.Location()), search.StartOfDay(y, m, 1, now.Location())
	q.Spent.Today, q.Spent.Month, other, err = b.Spent(ctx, profileID, q.Currency, day, month, except)
	more, _ := qs.estimates(table, other)
	q.Spent.Today.Outgoing = db.Sum(q.Spent.Today.Outgoing, more)
	q.Spent.Month.Outgoing = db.Sum(q.Spent.Month.Outgoing, more)
	return q, err
}

// estimates adds up what jobs cost at current prices, at which they will be reserved. Their stored estimates do not
// count.
func (qs *quotes) estimates(table client.PriceTable, jobs []db.Job) (sum int64, known bool) {
	each := make([]*int64, len(jobs))
	for i, j := range jobs {
		each[i] = amountOf(estimateOf(table, j))
	}
	return sumOf(each)
}

// withRestOfClick adds the other jobs of the same clicks to a quote of existing jobs, if they were sent or will be sent
// without the user. The limit of a click applies to all of its jobs, even if they are sent in parts. jobs must be
// grouped by click.
func (q Quote) withRestOfClick(ctx context.Context, b db.BudgetReader, jobs []db.Job) (Quote, error) {
	ids := make([]int64, len(jobs))
	for i, j := range jobs {
		ids[i] = j.ID
	}
	for i, j := range jobs {
		if i > 0 && j.Click == jobs[i-1].Click {
			continue
		}
		left, known, err := b.ClickCost(ctx, j.Click, q.Currency, ids...)
		if err != nil {
			return q, err
		}
		q.ClickTotal, q.Known = db.Sum(q.ClickTotal, left), q.Known && known
		if q.Limits.Click != nil {
			q.Limits.Click = new(*q.Limits.Click - left)
		}
	}
	return q, nil
}
