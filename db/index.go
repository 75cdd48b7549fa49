package db

import (
	"cmp"
	"context"
	"slices"
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

	rows, words gate // opened when all rows, and all their texts, are in

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

// gate is something that happens once.
type gate struct {
	once sync.Once
	open chan struct{}
	err  error
}

func newGate() gate { return gate{open: make(chan struct{})} }

func (g *gate) pass(err error) { g.once.Do(func() { g.err = err; close(g.open) }) }

func (g *gate) passed() bool {
	select {
	case <-g.open:
		return true
	default:
		return false
	}
}

func (g *gate) wait(ctx context.Context) error {
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
	x := &index{texts: newTexts(), albums: map[string]*laidOut{}, rows: newGate(), words: newGate(), catchUp: make(chan struct{}, 1)}
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
		l.calm.endOrAsked(ctx)
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
