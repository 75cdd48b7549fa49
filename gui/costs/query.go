package costs

import (
	"sync"
	"time"

	"viviscope/db"
	"viviscope/db/ledger"
)

// query is what the user asks for.
type query struct {
	profile  int64
	period   period
	currency string // of the chart and of the groups, if there are several; "": the profile's
	by       grouping
	order    order
	filter   filter
}

// asker changes the query. The window shows the change at once, and the result once it is read. It must be called on
// the window's goroutine.
type asker func(change func(*query))

// grouping selects the rows of the table: entries or jobs of the ledger, or the sums of a group.
type grouping int

const (
	ungrouped grouping = iota
	byModel
	byProfile
	byBoard
	byProgram
)

// order is how the ledger is sorted. The zero value is: the newest entries first.
type order struct {
	by     sortKey
	rising bool
}

// sortKey is a column that sorts the ledger.
type sortKey int

const (
	byTime sortKey = iota
	byKind
	byTitle
	byAmount
)

// setProfile shows the whole ledger of a profile in the same period.
func (q *query) setProfile(id int64) {
	q.profile, q.currency, q.filter = id, "", filter{}
}

// setPeriod shows another period.
func (q *query) setPeriod(p period) { q.period, q.filter.bar = p, nil }

// stepPeriod moves the period by its own length, but not into the future.
func (q *query) stepPeriod(n int, now time.Time) {
	to := q.period.step(n)
	if n < 0 || !to.from.After(now) {
		q.period, q.filter.bar = to, nil
	}
}

// filter narrows the query. All of it applies to the sums, the chart and the groups, except kind and bar: these narrow
// the list only, because a chart of charges would be empty among the refunds.
type filter struct {
	text     string
	model    string
	jobKind  db.JobKind
	tag      string
	album    string // its ref
	min, max *int64
	unpriced bool
	open     bool
	job      jobRef
	board    boardRef
	client   string // the program that asked

	kind db.EntryKind // "": any
	bar  *period      // a part of the period; nil: all of it
}

// jobRef is a job with its title; id 0: any job.
type jobRef struct {
	id    int64
	title string
}

// boardRef is a board with its name; ref "": any board.
type boardRef struct{ ref, name string }

// narrowed reports whether the filter narrows the sums, too.
func (f filter) narrowed() bool {
	f.kind, f.bar = "", nil
	return f != filter{}
}

// sums returns the ledger filter of the sums, the chart and the groups.
func (q query) sums() ledger.Filter {
	f := q.filter
	l := ledger.Filter{ProfileID: q.profile, From: q.period.from, To: q.period.to, Tag: f.tag,
		Album: f.album, Text: f.text, MinMicros: f.min, MaxMicros: f.max, Unpriced: f.unpriced, OpenOnly: f.open,
		JobID: f.job.id, Board: f.board.ref, Client: f.client}
	if f.model != "" {
		l.Models = []string{f.model}
	}
	if f.jobKind != "" {
		l.JobKinds = []string{string(f.jobKind)}
	}
	return l
}

// entries returns the ledger filter of the list.
func (q query) entries() ledger.Filter {
	l := q.sums()
	if q.filter.kind != "" {
		l.Kinds = []db.EntryKind{q.filter.kind}
	}
	if b := q.filter.bar; b != nil {
		l.From, l.To = b.from, b.to
	}
	return l
}

// asked holds the query. The window changes it, and background readers read it.
type asked struct {
	mu sync.Mutex
	q  query
}

func (a *asked) get() query {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.q
}

// change reports whether f changed the query.
func (a *asked) change(f func(*query)) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	before := a.q
	f(&a.q)
	return a.q != before
}
