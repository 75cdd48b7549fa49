package db

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
	"sync"

	"viviscope/db/search"
)

// ledgerIndex holds the ledger in memory, so that every mix of filters is summed and grouped by one walk over its lines, by
// the days of any time zone. The table is append-only: what was read stays true, and each question reads only what is new.
// It is read at the first question, at some megabytes for a hundred thousand entries. The zero value is usable.
type ledgerIndex struct {
	reading sync.Mutex // held by who reads what is new

	mu     sync.RWMutex
	lines  []line   // by time and id
	jobs   []jobOf  // by id
	models interned // of jobs
	money  interned // currencies
	open   map[int64]bool
	priced map[int64]bool // charges that a correction gave a price
	madeOf []int32        // asset id to the place of its job; -1: none

	lastEntry, lastJob, lastAsset int64
}

// line is one entry, as far as it is summed.
type line struct {
	id, at, amount int64
	profile        int64
	job            int32 // place in jobs; -1: none
	money          uint16
	kind           uint8 // place in entryKinds
	known          bool  // amount is
	correction     bool
}

// jobOf is the job of entries.
type jobOf struct {
	id    int64
	model uint32
	kind  uint8 // place in jobKinds
}

// The kinds by their numbers in the index.
var (
	entryKinds = [...]EntryKind{Reserve, Charge, Refund, UnconfirmedEntry, Void}
	jobKinds   = [...]JobKind{TextToVideo, FramesToVideo, TextToImage, EditImage}
)

const (
	reserveLine = iota
	chargeLine
	refundLine
	unconfirmedLine
	voidLine
)

// numberOf returns the place of a kind; one past the last for a kind that is not there.
func numberOf[T comparable](all []T, k T) uint8 {
	if i := slices.Index(all, k); i >= 0 {
		return uint8(i)
	}
	return uint8(len(all))
}

func (x *ledgerIndex) isOpen(e *line) bool {
	return (e.kind == reserveLine || e.kind == unconfirmedLine) && x.open[e.id]
}

// unpriced reports whether the amount of a line counts and nobody knows it.
func (x *ledgerIndex) unpriced(e *line) bool {
	return !e.known && (e.kind == chargeLine && !x.priced[e.id] || x.isOpen(e))
}

// placesOf returns the places of jobs.
func (x *ledgerIndex) placesOf(jobs []int64) bitset {
	x.mu.RLock()
	defer x.mu.RUnlock()
	set := newBitset(len(x.jobs))
	for _, id := range jobs {
		if p, ok := x.place(id); ok {
			set.add(uint32(p))
		}
	}
	return set
}

// madeBy returns the places of the jobs that made some assets.
func (x *ledgerIndex) madeBy(assets []int64) bitset {
	x.mu.RLock()
	defer x.mu.RUnlock()
	set := newBitset(len(x.jobs))
	for _, id := range assets {
		if p := x.maker(id); p >= 0 {
			set.add(uint32(p))
		}
	}
	return set
}

// maker returns the place of the job that made an asset; -1 where none did, or it has come since.
func (x *ledgerIndex) maker(asset int64) int32 {
	if asset < 0 || asset >= int64(len(x.madeOf)) {
		return -1
	}
	return x.madeOf[asset]
}

func (x *ledgerIndex) place(job int64) (int, bool) {
	return slices.BinarySearchFunc(x.jobs, job, func(j jobOf, id int64) int { return cmp.Compare(j.id, id) })
}

// walk calls fn for each chosen line, oldest first. The index must be locked for reading.
func (x *ledgerIndex) walk(ctx context.Context, c *choice, fn func(e *line)) error {
	first := sort.Search(len(x.lines), func(i int) bool { return x.lines[i].at >= c.from })
	for i := first; i < len(x.lines); i++ {
		e := &x.lines[i]
		if e.at >= c.to {
			return nil
		}
		if i&0xffff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if c.has(x, e) {
			fn(e)
		}
	}
	return nil
}

// eachLine calls fn for each entry that a filter chooses, oldest first; the index is locked meanwhile.
func (l *Library) eachLine(ctx context.Context, f LedgerFilter, fn func(x *ledgerIndex, e *line)) error {
	if err := l.readLedger(ctx); err != nil {
		return err
	}
	c, err := l.chosen(ctx, f)
	if err != nil {
		return err
	}
	x := &l.ledger
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.walk(ctx, c, func(e *line) { fn(x, e) })
}

// readLedger reads what was committed since the last question, all of it at the first one.
func (l *Library) readLedger(ctx context.Context) error {
	x := &l.ledger
	x.reading.Lock()
	defer x.reading.Unlock()
	conn, err := l.reader.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	// One transaction, so that an entry never comes without its job.
	if _, err := conn.ExecContext(ctx, "BEGIN"); err != nil {
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK") // nothing was written
	n := delta{x: x}
	for _, part := range []struct {
		query string
		take  func(v []any)
	}{
		// Kinds come as their places in jobKinds and entryKinds: a million numbers are read faster than a million texts.
		{fmt.Sprintf("SELECT id, "+placeIn("kind", jobKinds[:])+", model FROM jobs INDEXED BY jobs_models WHERE id > %d ORDER BY id", x.lastJob), n.job},
		{fmt.Sprintf("SELECT id, job_id, profile_id, "+placeIn("kind", entryKinds[:])+", amount_micros, currency, at, correction IS NOT NULL, prices_entry"+
			" FROM ledger WHERE id > %d ORDER BY id", x.lastEntry), n.entry},
		{fmt.Sprintf("SELECT id, job_id FROM assets WHERE id > %d AND job_id IS NOT NULL ORDER BY id", x.lastAsset), n.asset},
		{"SELECT entry_id FROM ledger_open", n.stillOpen},
	} {
		if err := eachRowOf(ctx, conn, part.query, part.take); err != nil {
			return err
		}
	}
	n.publish()
	return nil
}

// placeIn is the place of a column's text in a list, as SQL; one past the last for a text that is not there.
func placeIn[T ~string](column string, all []T) string {
	var b strings.Builder
	b.WriteString("CASE " + column)
	for i, text := range all {
		fmt.Fprintf(&b, " WHEN '%s' THEN %d", text, i)
	}
	fmt.Fprintf(&b, " ELSE %d END", len(all))
	return b.String()
}

// delta is what was read since the index was last brought up to date. Only who reads changes the index, so it may look at it
// without its lock; others see the news when they are published.
type delta struct {
	x      *ledgerIndex
	lines  []line
	jobs   []jobRow
	priced []int64
	made   []madeRow
	open   map[int64]bool

	jobIDs     []int64  // of lines
	currencies []string // of lines
}

type jobRow struct {
	id    int64
	kind  uint8
	model string
}

type madeRow struct{ asset, job int64 }

func (n *delta) job(v []any) {
	n.jobs = append(n.jobs, jobRow{v[0].(int64), uint8(v[1].(int64)), v[2].(string)})
}

func (n *delta) entry(v []any) {
	e := line{id: v[0].(int64), profile: v[2].(int64), kind: uint8(v[3].(int64)), at: v[6].(int64),
		correction: v[7].(int64) == 1}
	job, _ := v[1].(int64)
	e.amount, e.known = v[4].(int64)
	if priced, ok := v[8].(int64); ok {
		n.priced = append(n.priced, priced)
	}
	n.lines, n.jobIDs, n.currencies = append(n.lines, e), append(n.jobIDs, job), append(n.currencies, v[5].(string))
}

func (n *delta) asset(v []any) {
	n.made = append(n.made, madeRow{v[0].(int64), v[1].(int64)})
}

func (n *delta) stillOpen(v []any) {
	if n.open == nil {
		n.open = map[int64]bool{}
	}
	n.open[v[0].(int64)] = true
}

// publish puts the news into the index.
func (n *delta) publish() {
	x := n.x
	if len(n.lines)+len(n.jobs)+len(n.made) == 0 && maps.Equal(n.open, x.open) {
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.models.put("")
	x.open = n.open
	x.jobs = slices.Grow(x.jobs, len(n.jobs))
	for _, j := range n.jobs {
		x.jobs = append(x.jobs, jobOf{j.id, x.models.put(j.model), j.kind})
		x.lastJob = j.id
	}
	if x.priced == nil {
		x.priced = map[int64]bool{}
	}
	for _, id := range n.priced {
		x.priced[id] = true
	}
	x.lines = slices.Grow(x.lines, len(n.lines))
	sorted := true
	for i, e := range n.lines {
		e.job, e.money = -1, uint16(x.money.put(n.currencies[i]))
		if p, ok := x.place(n.jobIDs[i]); ok {
			e.job = int32(p)
		}
		sorted = sorted && (len(x.lines) == 0 || x.lines[len(x.lines)-1].at <= e.at)
		x.lines = append(x.lines, e)
		x.lastEntry = e.id
	}
	if !sorted { // a correction of an earlier day, or a ledger that was rebuilt job by job
		slices.SortFunc(x.lines, func(a, b line) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.id, b.id)) })
	}
	for _, m := range n.made {
		for int64(len(x.madeOf)) <= m.asset {
			x.madeOf = append(x.madeOf, -1)
		}
		if p, ok := x.place(m.job); ok {
			x.madeOf[m.asset] = int32(p)
		}
		x.lastAsset = m.asset
	}
}

func (l *Library) assetIDs(ctx context.Context, f search.Filter) ([]int64, error) {
	x, err := l.Index(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := x.Find(ctx, f)
	ids := make([]int64, len(rows))
	for i, r := range rows {
		ids[i] = r.ID
	}
	return ids, err
}

// interned gives small numbers to texts of which there are few. Number 0 is the empty one.
type interned struct {
	all    []string
	number map[string]uint32
}

func (i *interned) put(s string) uint32 {
	if i.number == nil {
		i.number, i.all = map[string]uint32{"": 0}, []string{""}
	}
	n, known := i.number[s]
	if !known {
		n = uint32(len(i.all))
		i.all = append(i.all, s)
		i.number[s] = n
	}
	return n
}

// bitset is a set of small numbers.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

func (b bitset) add(n uint32) { b[n/64] |= 1 << (n % 64) }

func (b bitset) has(n uint32) bool { return int(n/64) < len(b) && b[n/64]>>(n%64)&1 == 1 }

// keep leaves what is in both sets.
func (b bitset) keep(other bitset) {
	for i := range b {
		b[i] &= other[i]
	}
}
