package costs

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"viviscope/client/guard"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/ledger"
	"viviscope/db/search"
	"viviscope/gui/wording"
)

// Source is the part of the library that the screen reads. *db.Library is one.
type Source interface {
	Profiles(ctx context.Context) ([]db.Profile, error)
	Ledger(ctx context.Context, f ledger.Filter, before int64, limit int) (rows []db.LedgerRow, more bool, err error)
	LedgerSums(ctx context.Context, f ledger.Filter) ([]ledger.Sums, error)
	Breakdown(ctx context.Context, f ledger.Filter, by ledger.Grouping, loc *time.Location) ([]ledger.Group, error)
	ModelStats(ctx context.Context, f ledger.Filter) ([]ledger.ModelStats, error)
	Index(ctx context.Context) (*search.Index, error)
	Albums(ctx context.Context) ([]db.Album, error)
	BoardNames(ctx context.Context) (map[string]string, error) // by ref
	Clients(ctx context.Context) ([]db.Client, error)          // also those that were removed
}

// Budgets returns the budgets of a profile. *jobs.Engine is one.
type Budgets interface {
	Price(ctx context.Context, profileID int64, orders []jobs.Order) (jobs.Quote, error)
}

// The numbers of entries that are read: at first, and of a list that is sorted by something else than their time.
const (
	page     = 300
	sortMost = 20_000
)

// result is the answer to a query: everything that the screen shows. It is made off the window's goroutine and never
// changes.
type result struct {
	query query
	ready bool // it was read, or failed to be
	err   error
	names

	figures    []figures // one for each currency, that of the chart first
	currencies []string
	currency   string // of the chart and the groups
	budget     budget
	unpriced   int // charges without an amount
	chart      chartData
	groups     []group

	counts map[db.EntryKind]int // entries of the list by kind; "" is all
	listed []ledger.Sums        // of the list
	rows   []row                // the newest entries of the list
	folded []row                // with one row for each job
	more   bool                 // the list has more entries
}

// read runs a query and reads at least entries entries of its list. It is called off the window's goroutine.
func read(ctx context.Context, l Source, b Budgets, q query, entries int, now time.Time) result {
	r := &reading{ctx: ctx, l: l, q: q, now: now, a: result{query: q, ready: true}}
	err := r.readNames()
	if err == nil {
		err = r.readBudgets(b)
	}
	if err == nil {
		err = inParallel(r.readDays, r.readOpen, r.readGroups, func() error { return r.readEntries(entries) })
	}
	if err != nil {
		r.a.err = err
		return r.a
	}
	r.makeFigures()
	r.makeGroups()
	r.makeChart()
	r.makeList()
	r.a.err = r.makeBudget()
	return r.a
}

// inParallel calls functions at the same time and returns one of their errors.
func inParallel(all ...func() error) error {
	errs := make([]error, len(all))
	var running guard.Group
	for i, f := range all {
		running.Go("costs", func() { errs[i] = f() })
	}
	running.Wait()
	return cmp.Or(errs...)
}

// reading is a running query: what the library returned, and the result so far.
type reading struct {
	ctx context.Context
	l   Source
	q   query
	now time.Time
	a   result

	budgets jobs.Quote
	days    []ledger.Group // by day, model and kind of entry, for the sums, the chart and the counts
	open    []ledger.Group // those that have not ended
	groups  []ledger.Group
	models  []ledger.ModelStats
	entries []db.LedgerRow
}

// readNames reads what entries can be filtered by.
func (r *reading) readNames() (err error) {
	n := &r.a.names
	if n.profiles, err = r.l.Profiles(r.ctx); err != nil {
		return fmt.Errorf("read profiles: %w", err)
	}
	if n.albums, err = r.l.Albums(r.ctx); err != nil {
		return fmt.Errorf("read albums: %w", err)
	}
	index, err := r.l.Index(r.ctx)
	if err != nil {
		return fmt.Errorf("read tags: %w", err)
	}
	n.tags = index.Tags()
	clients, err := r.l.Clients(r.ctx)
	if err != nil {
		return fmt.Errorf("read clients: %w", err)
	}
	for _, c := range clients {
		n.clients = append(n.clients, c.Name)
	}
	return nil
}

// readBudgets reads the budgets of the profile, and its currency, which is that of the budgets.
func (r *reading) readBudgets(b Budgets) (err error) {
	for _, p := range r.a.profiles {
		if p.ID != r.q.profile {
			continue
		}
		if r.budgets, err = b.Price(r.ctx, p.ID, nil); err != nil {
			return fmt.Errorf("read budgets of profile %d: %w", p.ID, err)
		}
		r.a.profile = p
		r.a.profile.Currency = r.budgets.Currency
	}
	return nil
}

func (r *reading) readDays() (err error) {
	r.days, err = r.breakdown(r.q.sums(), ledger.ByDayModel)
	return err
}

func (r *reading) readOpen() (err error) {
	f := r.q.sums()
	f.OpenOnly = true
	r.open, err = r.breakdown(f, ledger.ByDayModel)
	return err
}

func (r *reading) readGroups() (err error) {
	f := r.q.sums()
	switch r.q.by {
	case ungrouped:
		return nil
	case byModel:
		if r.models, err = r.l.ModelStats(r.ctx, f); err != nil {
			return fmt.Errorf("read models: %w", err)
		}
		return nil
	case byProfile:
		// all profiles, which are never added up: currencies may differ, and the sandbox's money is not money
		f.ProfileID = 0
	case byBoard:
		if r.a.boards, err = r.l.BoardNames(r.ctx); err != nil {
			return err
		}
	}
	r.groups, err = r.breakdown(f, infoOf(r.q.by).ledger)
	return err
}

func (r *reading) breakdown(f ledger.Filter, by ledger.Grouping) ([]ledger.Group, error) {
	all, err := r.l.Breakdown(r.ctx, f, by, r.now.Location())
	if err != nil {
		err = fmt.Errorf("read sums: %w", err)
	}
	return all, err
}

func (r *reading) readEntries(n int) (err error) {
	if r.q.order != (order{}) {
		n = sortMost
	}
	if r.entries, r.a.more, err = r.l.Ledger(r.ctx, r.q.entries(), 0, n); err != nil {
		err = fmt.Errorf("read ledger: %w", err)
	}
	return err
}

// makeFigures makes the sums of each currency. That of the chart comes first.
func (r *reading) makeFigures() {
	a, all := &r.a, sumsOf(r.days, "")
	a.currency = cmp.Or(r.q.currency, a.profile.Currency)
	if len(all) == 1 {
		a.currency = all[0].Currency
	} else if len(all) == 0 {
		all = []ledger.Sums{{Currency: a.currency}}
	}
	for _, s := range all {
		of := func(groups []ledger.Group, kind db.EntryKind) ledger.Sums {
			return sumsIn(sumsOf(groups, kind), s.Currency)
		}
		o := open{of(r.open, db.Reserve).Entries, of(r.open, db.UnconfirmedEntry).Entries,
			of(r.days, db.Refund).Entries}
		unpriced := of(r.days, db.Charge).Unpriced
		a.unpriced += unpriced
		f := figuresOf(s, o, unpriced)
		if len(all) > 1 {
			f.currency = s.Currency
		}
		a.currencies = append(a.currencies, s.Currency)
		if s.Currency == a.currency {
			a.figures = slices.Insert(a.figures, 0, f)
		} else {
			a.figures = append(a.figures, f)
		}
	}
}

// makeGroups makes the rows of the table, in the currency of the chart. Only profiles may have different currencies.
func (r *reading) makeGroups() {
	if r.q.by == byModel {
		models := slices.DeleteFunc(r.models, func(m ledger.ModelStats) bool { return m.Currency != r.a.currency })
		r.a.groups = modelsOf(models, r.money())
		return
	}
	groups := slices.DeleteFunc(r.groups, func(g ledger.Group) bool {
		return r.q.by != byProfile && g.Currency != r.a.currency
	})
	r.a.groups = groupsOf(groups, r.q.by, r.a.names)
}

func (r *reading) money() wording.MoneyFormat { return wording.MoneyFormat{Currency: r.a.currency} }

// makeBudget makes the budgets, which no filter narrows: that of the month that is shown, or of this month, and that of
// today.
func (r *reading) makeBudget() error {
	q, month := r.budgets, monthOf(r.now)
	if r.q.period.months() == 1 && !r.q.period.same(month) {
		month = r.q.period
		f := ledger.Filter{ProfileID: r.q.profile, From: month.from, To: month.to, Currency: q.Currency}
		all, err := r.l.LedgerSums(r.ctx, f)
		if err != nil {
			return fmt.Errorf("read sums of the budget: %w", err)
		}
		s := sumsIn(all, q.Currency)
		q.Spent.Month = db.Spent{Charged: s.Charged, Reserved: s.Reserved, Unconfirmed: s.AtRisk}
	}
	r.a.budget = budgetOf(q, month.from, month.same(r.q.period))
	return nil
}

// makeChart makes the chart, and lists the models that have entries.
func (r *reading) makeChart() {
	var days []ledger.Group
	for _, g := range r.days {
		if g.Currency != r.a.currency {
			continue
		}
		days = append(days, g)
		if g.Key != "" && !slices.Contains(r.a.models, g.Key) {
			r.a.models = append(r.a.models, g.Key)
		}
	}
	r.a.chart = chartOf(days, r.q.period, r.now, r.money())
}

// makeList makes the rows of the newest entries, and counts and adds up all entries of the list.
func (r *reading) makeList() {
	a, listed := &r.a, r.days
	bar := r.q.filter.bar
	if bar != nil {
		listed = nil
		for _, g := range r.days {
			if bar.has(r.q.period.clamp(g.Day)) {
				listed = append(listed, g)
			}
		}
	}
	a.counts = map[db.EntryKind]int{}
	for _, g := range listed {
		a.counts[g.Entry] += g.Entries
		a.counts[""] += g.Entries
	}
	a.listed = sumsOf(listed, r.q.filter.kind)
	for _, e := range r.entries {
		a.rows = append(a.rows, rowOf(e, r.now))
	}
	a.folded = foldJobs(a.rows)
	sortRows(a.folded, r.q.order)
}
