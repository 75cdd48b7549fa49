package jobs

import (
	"context"
	"fmt"

	"viviscope/client"
	"viviscope/db"
	"viviscope/db/search"
)

// Quote is what a click costs, and how the limits of the profile that pays stand before it. Amounts are micro-units.
type Quote struct {
	Profile    db.Profile
	Table      client.PriceTable // of the profile, as it is now; without prices where there is none
	Currency   string            // of the table; where that has none, the profile's
	Each       []*int64          // the price of each job; nil: it is not known
	Total      int64             // of those whose price is known
	Known      bool              // every price is
	ClickTotal int64             // Total with what left before of the same clicks, where these jobs are the rest of them
	Spent      Spent
	Limits     Limits
}

// Spent is what counts against the budgets of a profile.
type Spent struct{ Today, Month db.Spent }

// Verdict is what the limits say of the click.
func (q Quote) Verdict() Verdict {
	return q.Limits.Judge(q.used(), q.Each)
}

func (q Quote) used() Used { return Used{q.Spent.Today.Used(), q.Spent.Month.Used()} }

// Left is what the budget of a day or a month leaves with the click; its scope is ScopeNone where there is none.
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

// Asks is the limit about which a person must be asked before the click goes out: a budget that it passes, else the
// amount of a click; ScopeNone where nothing must be asked.
func (q Quote) Asks() Scope {
	v := q.Verdict()
	switch {
	case q.Known && q.Total == 0: // adds nothing, whatever is used
		return ScopeNone
	case v.Over.Scope != ScopeNone:
		return v.Over.Scope
	case v.Above:
		return ScopeClick
	}
	return ScopeNone
}

// Hold says which jobs [Terms.Fit] holds.
func (q Quote) Hold() []bool { return q.Limits.Plan(q.used(), q.Each) }

// Agreement is what a person was shown of a click: who pays, the limit and what is used of it, and what the click
// adds. It is comparable, and made by [Quote.Agreement] alone. The zero value agrees to nothing.
type Agreement struct {
	profile  int64
	currency string
	scope    Scope
	limit    int64
	used     Used // of the budgets, where one of them is the limit
	adds     int64
	known    bool // every price is
	jobs     int
}

// Agreement is the agreement to this click, at these amounts.
func (q Quote) Agreement() Agreement {
	a := Agreement{
		profile: q.Profile.ID, currency: q.Currency, scope: q.Asks(), adds: q.Total, known: q.Known, jobs: len(q.Each),
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

// Shown is the agreement to the amount that stood on a button. It passes no limit: about that a person is asked.
func (q Quote) Shown() Agreement {
	q.Limits = Limits{}
	return q.Agreement()
}

// fitting is the verdict about those jobs that the budgets leave room for.
func (q Quote) fitting() Verdict {
	var each []*int64
	for i, held := range q.Hold() {
		if !held {
			each = append(each, q.Each[i])
		}
	}
	return q.Limits.Judge(q.used(), each)
}

// quotes prices clicks by the limits of the profile that pays and by what counts as used.
type quotes struct {
	lib      Library
	calendar *calendar
}

// priceOrders implements [Engine.Price].
func (qs *quotes) priceOrders(ctx context.Context, profileID int64, orders []Order) (Quote, error) {
	requests := make([]client.Request, len(orders))
	for i, o := range orders {
		requests[i] = o.measured()
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
	q, err := qs.quote(ctx, qs.lib.Books(), profileID, requests, 0)
	if err != nil {
		return Quote{}, fmt.Errorf("price %d jobs of profile %d: %w", len(requests), profileID, err)
	}
	return q, nil
}

// quote prices requests; nil is one that cannot be read. The job with the ID except does not count as used; 0: all do.
func (qs *quotes) quote(ctx context.Context, b db.Books, profileID int64, requests []client.Request, except int64) (
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
			q.Each[i] = knownOf(r.Estimate(table))
		}
	}
	q.Total, q.Known = sumOf(q.Each)
	q.ClickTotal = q.Total
	var other []db.Job
	y, m, d := now.Date()
	day, month := search.BeginOfDay(y, m, d, now.Location()), search.BeginOfDay(y, m, 1, now.Location())
	q.Spent.Today, q.Spent.Month, other, err = b.Spent(ctx, profileID, q.Currency, day, month, except)
	more, _ := qs.estimates(table, other)
	q.Spent.Today.Outgoing = db.Sum(q.Spent.Today.Outgoing, more)
	q.Spent.Month.Outgoing = db.Sum(q.Spent.Month.Outgoing, more)
	return q, err
}

// estimates adds up what jobs cost by the prices of now, at which they are reserved: what was known then counts no
// more.
func (qs *quotes) estimates(table client.PriceTable, jobs []db.Job) (sum int64, known bool) {
	each := make([]*int64, len(jobs))
	for i, j := range jobs {
		each[i] = knownOf(estimateOf(table, j))
	}
	return sumOf(each)
}

// withRestOfClick adds to a quote of jobs that were made before what else left of their clicks. The jobs are listed
// by click. What a click may cost holds for all of it, in however many parts it leaves.
func (q Quote) withRestOfClick(ctx context.Context, b db.Books, jobs []db.Job) (Quote, error) {
	ids := make([]int64, len(jobs))
	for i, j := range jobs {
		ids[i] = j.ID
	}
	for i, j := range jobs {
		if i > 0 && j.Click == jobs[i-1].Click {
			continue
		}
		left, known, err := b.ClickUsed(ctx, j.Click, q.Currency, ids...)
		if err != nil {
			return q, err
		}
		if q.ClickTotal, q.Known = db.Sum(q.ClickTotal, left), q.Known && known; q.Limits.Click != nil {
			q.Limits.Click = new(*q.Limits.Click - left)
		}
	}
	return q, nil
}
