package db

import (
	"cmp"
	"context"
	"database/sql"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// index holds in memory what assets are found and ordered by, so that every mix of filters is answered by one walk over
// a few megabytes. It follows the database: the writer's connection names the rows that a commit changed, and the next
// search reads those again. Its locks are held for milliseconds.
type index struct {
	mu      sync.RWMutex
	entries []entry  // by id, which only grows
	order   []uint32 // places in entries, from the oldest to the newest
	texts   texts
	models  interned
	tagSets interned // lists of tags as rows hold them
	money   interned // currencies
	albums  map[string]*laidOut
	counted struct{ kept, trashed int }

	tagging  sync.Mutex
	tagNames [][]tagName // tagSets taken apart, as far as somebody asked
	tagKeys  interned    // what tags are compared by

	rows, words once // opened when all rows, and all their texts, are in

	catchUp chan struct{} // holds a token while nobody reads changed rows
	changed changes
}

// entry is one asset as far as it is found by.
type entry struct {
	id, created, bytes int64
	linkDies           int64 // 0: no link; the largest number: a link without an end
	cost, seed         int64
	profile            int64
	text, model, tags  uint32
	width, height      int32
	seconds            float32
	money              uint16
	flags              entryFlags
}

type entryFlags uint16

// The first of them are those of a row of the grid, bit by bit.
const (
	isClip     = entryFlags(GridClip)
	hasSound   = entryFlags(GridSound)
	isStarred  = entryFlags(GridStarred)
	isTrashed  = entryFlags(GridTrashed)
	isImported = entryFlags(GridImported)
	hasCost    = entryFlags(GridCost)
	inGrid     = isClip | hasSound | isStarred | isTrashed | isImported | hasCost
)

// The others nobody outside sees.
const (
	hasSeed entryFlags = 1 << (iota + 6)
	isGone             // its row was deleted
	hasText
)

// once is something that happens once.
type once struct {
	once sync.Once
	open chan struct{}
	err  error
}

func newOnce() once { return once{open: make(chan struct{})} }

func (g *once) pass(err error) { g.once.Do(func() { g.err = err; close(g.open) }) }

func (g *once) passed() bool {
	select {
	case <-g.open:
		return true
	default:
		return false
	}
}

func (g *once) wait(ctx context.Context) error {
	select {
	case <-g.open:
		return g.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// interned gives small numbers to texts of which there are few. Number 0 is the empty one.
type interned struct {
	all    []string
	number map[string]uint32
}

func (i *interned) put(s string) uint32 {
	n, ok := i.number[s]
	if !ok {
		if i.number == nil {
			i.number, i.all = map[string]uint32{"": 0}, []string{""}
			if s == "" {
				return 0
			}
		}
		n = uint32(len(i.all))
		i.all = append(i.all, s)
		i.number[s] = n
	}
	return n
}

func newIndex() *index {
	x := &index{texts: newTexts(), albums: map[string]*laidOut{}, rows: newOnce(), words: newOnce(), catchUp: make(chan struct{}, 1)}
	for _, i := range []*interned{&x.models, &x.tagSets, &x.money} {
		i.put("")
	}
	x.catchUp <- struct{}{}
	return x
}

// place returns where an asset stands in entries.
func (x *index) place(id int64) (int, bool) {
	return slices.BinarySearchFunc(x.entries, id, func(e entry, id int64) int { return cmp.Compare(e.id, id) })
}

// older orders two entries by when they were made.
func (x *index) older(a, b uint32) int {
	return cmp.Or(cmp.Compare(x.entries[a].created, x.entries[b].created), cmp.Compare(x.entries[a].id, x.entries[b].id))
}

// sortOrder makes order anew where the entries are not in it, as they are in most libraries.
func (x *index) sortOrder() {
	x.order = slices.Grow(x.order[:0], len(x.entries))
	sorted := true
	for i := range x.entries {
		x.order = append(x.order, uint32(i))
		sorted = sorted && (i == 0 || x.entries[i-1].created <= x.entries[i].created)
	}
	if !sorted {
		slices.SortFunc(x.order, x.older)
	}
}

// startIndex begins to read the library into memory; the searches wait for what they need of it.
func (l *Library) startIndex() {
	ctx := l.running
	l.background.Go(func() {
		l.startup.endOrAsked(ctx)
		workAside(soonNice)
		l.index.rows.pass(l.loadRows(ctx))
		l.index.words.pass(l.loadTexts(ctx))
		if err := l.settle(ctx); err != nil && ctx.Err() == nil {
			l.log.Warn("bring sidecars up to date", "err", err)
		}
		_ = l.readLedger(ctx) // where it fails, the first question says why
	})
}

// settle does what a program that was killed left undone.
func (l *Library) settle(ctx context.Context) error {
	if l.ReadOnly() {
		return nil
	}
	if err := l.finishImports(ctx); err != nil {
		return err
	}
	if err := l.writeDueSidecars(ctx); err != nil {
		return err
	}
	if err := l.keepCorrections(ctx); err != nil {
		return err
	}
	return l.keepAlbums(ctx)
}

// rowChunk is how many rows are read at a time where a search may give up in between.
const rowChunk = 500

// indexColumns is what an entry is made of. Flags and sizes are put together by SQLite, because every column that crosses
// over to Go costs more than the work.
const indexColumns = `id, created_at, bytes, (width << 20) + height,
	(kind = 'clip') + (has_audio << 1) + (starred << 2) + ((trashed_at IS NOT NULL) << 3) + ((job_id IS NULL) << 4)
		+ ((cost_micros IS NOT NULL) << 5) + ((seed IS NOT NULL) << 6),
	seconds, CASE WHEN link = '' THEN NULL ELSE coalesce(link_dies, -1) END, seed, cost_micros, cost_currency, profile_id, model,
	nullif(tags, '[]')`

// indexRow is what is read of an asset for the index.
type indexRow struct {
	entry
	model, tags, currency string
	prompt, note, name    string
}

func scanIndexRow(row scanner) (r indexRow, err error) {
	var size int64
	var flags, dies, seed, cost, profile sql.NullInt64
	var seconds float64
	var tags sql.NullString
	err = row.Scan(&r.id, &r.created, &r.bytes, &size, &flags, &seconds, &dies, &seed, &cost, &r.currency, &profile, &r.model,
		&tags, &r.prompt, &r.note, &r.name)
	r.set(size, flags.Int64, seconds, dies, seed.Int64, cost.Int64, profile.Int64)
	r.tags = tags.String
	return r, err
}

func (r *indexRow) set(size, flags int64, seconds float64, dies sql.NullInt64, seed, cost, profile int64) {
	r.width, r.height = int32(size>>20), int32(size&(1<<20-1))
	r.flags, r.seconds, r.seed, r.cost, r.profile = entryFlags(flags), float32(seconds), seed, cost, profile
	if dies.Valid {
		r.linkDies = dies.Int64
		if dies.Int64 < 0 {
			r.linkDies = math.MaxInt64
		}
	}
}

// loadRows reads all rows, but for their texts.
func (l *Library) loadRows(ctx context.Context) error {
	var r indexRow
	var size, flags int64
	var seconds float64
	all := make([]entry, 0, 1024)
	var models, tagSets, money interned
	for _, i := range []*interned{&models, &tagSets, &money} {
		i.put("")
	}
	err := eachRow(ctx, l.reader, "SELECT "+indexColumns+" FROM assets ORDER BY id", func(v []any) {
		r = indexRow{}
		r.id, r.created, r.bytes = integer(v[0]), integer(v[1]), integer(v[2])
		size, flags = integer(v[3]), integer(v[4])
		seconds, _ = v[5].(float64)
		r.set(size, flags, seconds, sql.NullInt64{Int64: integer(v[6]), Valid: v[6] != nil}, integer(v[7]), integer(v[8]), integer(v[10]))
		r.entry.money, r.entry.model = uint16(money.put(textual(v[9]))), models.put(textual(v[11]))
		r.entry.tags = tagSets.put(textual(v[12]))
		all = append(all, r.entry)
	})
	if err != nil {
		return err
	}
	l.index.mu.Lock()
	l.index.entries, l.index.models, l.index.tagSets, l.index.money = all, models, tagSets, money
	l.index.tagNames = nil
	for i := range all {
		l.index.count(all[i].flags, 1)
	}
	l.index.sortOrder()
	l.index.mu.Unlock()
	return l.readAlbums(ctx)
}

// loadTexts reads what the rows say, the newest first: those are looked for most.
func (l *Library) loadTexts(ctx context.Context) error {
	if err := l.index.rows.err; err != nil {
		return err
	}
	type said struct {
		id    int64
		texts [3]string
	}
	batch := make([]said, 0, rowChunk)
	var last said // variations stand side by side and say the same
	var number uint32
	put := func() {
		l.index.mu.Lock()
		defer l.index.mu.Unlock()
		for _, s := range batch {
			// What was read again since knows better.
			if at, known := l.index.place(s.id); known && l.index.entries[at].flags&hasText == 0 {
				if s.texts != last.texts {
					last, number = s, l.index.texts.put(s.texts[:]...)
				}
				l.index.entries[at].text = number
				l.index.entries[at].flags |= hasText
			}
		}
		batch = batch[:0]
	}
	err := eachRow(ctx, l.reader, "SELECT id, prompt, nullif(note, ''), nullif(name, '') FROM assets ORDER BY id DESC", func(v []any) {
		batch = append(batch, said{integer(v[0]), [3]string{textual(v[1]), textual(v[2]), textual(v[3])}})
		if len(batch) == rowChunk {
			put()
		}
	})
	put()
	return err
}

func integer(v any) int64 { n, _ := v.(int64); return n }

func textual(v any) string {
	switch s := v.(type) {
	case string:
		return s
	case []byte:
		return string(s)
	}
	return ""
}

// idList is how a list of ids is given to a query, for json_each.
func idList(ids []int64) string {
	var b strings.Builder
	b.WriteByte('[')
	for i, id := range ids {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.FormatInt(id, 10))
	}
	b.WriteByte(']')
	return b.String()
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
