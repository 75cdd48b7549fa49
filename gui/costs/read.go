package costs

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"viviscope/client/guard"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/ledger"
	"viviscope/db/search"
	"viviscope/gui/wording"
)

// page is how many entries are read at first.
const page = 300

// result is everything that the place shows, made off the window's goroutine.
type result struct {
	query    query
	ready    bool // it was read, or failed to be
	profiles []db.Profile
	profile  db.Profile // its currency is the one in which its budgets count
	budgets  jobs.Quote // how they stand
	albums   []db.Album
	tags     []search.TagCount
	clients  []string          // other programs that use the library, or did
	models   []string          // that have entries in the period
	boards   map[string]string // names by ref, where boards are grouped

	blocks     []figures // one a currency, the one of the charts first
	currencies []string
	currency   string // of charts and groups
	budget     budget
	unpriced   int // charges without an amount
	figures    chartData
	groups     []group

	counts map[db.EntryKind]int // by the chips; "" is all
	listed []ledger.Sums        // of what is in the list
	rows   []row                // entries
	jobs   []row                // with one row for each job
	more   bool
	err    error
}

func (a result) money() wording.MoneyFormat {
	return wording.MoneyFormat{Currency: a.currency}
}

// read runs a query, with at least so many entries. It is called on a background goroutine.
func read(ctx context.Context, l Library, e Engine, q query, entries int, now time.Time) result {
	a := result{query: q, ready: true}
	r := &reader{ctx: ctx, l: l, e: e, q: q, n: entries, now: now, a: &a}
	if a.err = r.profiles(); a.err == nil {
		a.err = atOnce(r.readDays, r.readOpen, r.readGroups, r.readEntries)
	}
	if a.err == nil {
		r.sums()
		a.err = r.budget()
		r.chart()
		r.list()
	}
	return a
}

// atOnce asks questions of the library at the same time.
func atOnce(questions ...func() error) error {
	errs := make([]error, len(questions))
	var asked guard.Group
	for i, ask := range questions {
		asked.Go("costs", func() { errs[i] = ask() })
	}
	asked.Wait()
	return cmp.Or(errs...)
}

// reader reads what a result needs, and makes its parts of it.
type reader struct {
	ctx context.Context
	l   Library
	e   Engine
	q   query
	n   int // of entries
	now time.Time
	a   *result

	days    []ledger.Group // by day, model and kind: sums, chart and counts are made of them
	open    []ledger.Group // those of them that are open
	groups  []ledger.Group // of the table
	models  []ledger.ModelStats
	entries []db.LedgerRow
}

func (r *reader) readDays() (err error) {
	r.days, err = r.breakdown(r.q.sums(), ledger.ByDayModel)
	return err
}

func (r *reader) readOpen() (err error) {
	f := r.q.sums()
	f.OpenOnly = true
	r.open, err = r.breakdown(f, ledger.ByDayModel)
	return err
}

func (r *reader) readGroups() (err error) {
	f := r.q.sums()
	switch r.q.by {
	case byDay, byMonth:
		return nil
	case byModel:
		if r.models, err = r.l.ModelStats(r.ctx, f); err != nil {
			return fmt.Errorf("read models: %w", err)
		}
		return nil
	case byProfile:
		f.ProfileID = 0 // one row each, never added: a profile's currency may differ, and the sandbox's money is not money
	case byBoard:
		if r.a.boards, err = r.l.BoardNames(r.ctx); err != nil {
			return err
		}
	}
	r.groups, err = r.breakdown(f, wordsOf(r.q.by).ledger)
	return err
}

func (r *reader) breakdown(f ledger.Filter, by ledger.Grouping) ([]ledger.Group, error) {
	all, err := r.l.Breakdown(r.ctx, f, by, r.now.Location())
	if err != nil {
		err = fmt.Errorf("read sums: %w", err)
	}
	return all, err
}

func (r *reader) readEntries() (err error) {
	if r.entries, r.a.more, err = r.l.Ledger(r.ctx, r.q.entries(), 0, r.n); err != nil {
		err = fmt.Errorf("read ledger: %w", err)
	}
	return err
}

func (r *reader) profiles() (err error) {
	if r.a.profiles, err = r.l.Profiles(r.ctx); err != nil {
		return fmt.Errorf("read profiles: %w", err)
	}
	for _, p := range r.a.profiles {
		if p.ID != r.q.profile {
			continue
		}
		if r.a.budgets, err = r.e.Price(r.ctx, p.ID, nil); err != nil {
			return fmt.Errorf("read budgets of profile %d: %w", p.ID, err)
		}
		r.a.profile = p
		r.a.profile.Currency = r.a.budgets.Currency
	}
	if r.a.albums, err = r.l.Albums(r.ctx); err != nil {
		return fmt.Errorf("read albums: %w", err)
	}
	index, err := r.l.Index(r.ctx)
	if err != nil {
		return fmt.Errorf("read tags: %w", err)
	}
	r.a.tags = index.Tags()
	clients, err := r.l.Clients(r.ctx)
	if err != nil {
		return fmt.Errorf("read clients: %w", err)
	}
	for _, c := range clients {
		r.a.clients = append(r.a.clients, c.Name)
	}
	return nil
}

// sums makes what stands at the top, a block for each currency. The one that is shown in charts comes first.
func (r *reader) sums() {
	a, all := r.a, sumsOf(r.days, "")
	a.currency = r.q.currency
	if a.currency == "" {
		a.currency = a.profile.Currency
	}
	if len(all) == 1 {
		a.currency = all[0].Currency
	} else if len(all) == 0 {
		all = []ledger.Sums{{Currency: a.currency}}
	}
	for _, s := range all {
		entries := func(groups []ledger.Group, kind db.EntryKind) ledger.Sums {
			return sumsIn(sumsOf(groups, kind), s.Currency)
		}
		o := open{entries(r.open, db.Reserve).Entries, entries(r.open, db.UnconfirmedEntry).Entries, entries(r.days, db.Refund).Entries}
		unpriced := entries(r.days, db.Charge).Unpriced
		a.unpriced += unpriced
		b := figuresOf(s, o, unpriced)
		if len(all) > 1 {
			b.currency = s.Currency
		}
		a.currencies = append(a.currencies, s.Currency)
		if s.Currency == a.currency {
			a.blocks = append([]figures{b}, a.blocks...)
		} else {
			a.blocks = append(a.blocks, b)
		}
	}
	if r.q.by == byModel {
		r.models = slices.DeleteFunc(r.models, func(m ledger.ModelStats) bool { return m.Currency != a.currency })
		a.groups = modelsOf(r.models, *a)
		return
	}
	if r.q.by != byProfile {
		r.groups = slices.DeleteFunc(r.groups, func(g ledger.Group) bool { return g.Currency != a.currency })
	}
	a.groups = groupsOf(r.groups, r.q.by, *a)
}

// budget says what counts against the budgets, whatever is filtered: that of the month which is looked at, or of this one,
// and that of today.
func (r *reader) budget() error {
	q, month := r.a.budgets, monthOf(r.now)
	if r.q.period.months() == 1 && !r.q.period.same(month) {
		month = r.q.period
		all, err := r.l.LedgerSums(r.ctx, ledger.Filter{ProfileID: r.q.profile, From: month.from, To: month.to, Currency: q.Currency})
		if err != nil {
			return fmt.Errorf("read sums of the budget: %w", err)
		}
		s := sumsIn(all, q.Currency)
		q.Spent.Month = db.Spent{Charged: s.Charged, Reserved: s.Reserved, Unconfirmed: s.AtRisk}
	}
	r.a.budget = budgetOf(q, month.from, month.same(r.q.period))
	return nil
}

// chart makes the chart of the days, and lists the models that have entries.
func (r *reader) chart() {
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
	r.a.figures = chartOf(days, r.q.period, r.q.unit(), r.now, r.a.money())
}

// list makes rows of the newest entries, and counts all that are listed by kind.
func (r *reader) list() {
	a, listed := r.a, r.days
	if bar := r.q.filter.bar; bar != nil {
		listed = nil
		for _, g := range r.days {
			if at := r.q.period.within(g.Day); !at.Before(bar.from) && at.Before(bar.to) {
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
	a.jobs = jobRows(a.rows)
}

// asked is what is asked for: the window changes it and background readers read it.
type asked struct {
	mu sync.Mutex
	q  query
}

func (a *asked) get() query {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.q
}

// change reports whether something else is asked for then.
func (a *asked) change(f func(*query)) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	before := a.q
	f(&a.q)
	return a.q != before
}
