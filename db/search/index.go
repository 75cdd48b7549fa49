// Package search finds assets: it has the language of the search box, and an index in memory that answers it. It knows no database.
//
// [ParseQuery] and [Query.Filter] make a [Filter] of what stands in the search box, and [Query.String] writes it back, so that box and
// chips are one thing. [Index.Find] returns what a filter chooses as compact rows, [Index.Count] and [Index.Days] count it, and
// [Index.Suggest] offers what may be typed next.
//
// The index holds what assets are found and ordered by, a hundred bytes each, and their texts, folded, each once and one behind the other.
// So every mix of filters is one walk over the assets, and words, phrases and parts of words are one pass over the texts. Whoever reads the
// database hands in what has changed by [Index.Put], [Index.Drop] and [Index.SetAlbums].
package search

import (
	"cmp"
	"context"
	"encoding/json"
	"iter"
	"slices"
	"sync"
	"time"
)

// Index is what assets are found by. All methods are safe for concurrent use.
type Index struct {
	now     func() time.Time
	mu      sync.RWMutex
	entries []entry  // by id, which only grows
	order   []uint32 // places in entries, from the oldest to the newest
	texts   texts
	models  interned
	tagSets interned // lists of tags, as JSON
	money   interned // currencies
	tags    [][]tag  // tagSets taken apart
	albums  map[string]Album
	last    struct { // of the asset that was put last
		texts  [3]string
		number uint32
	}
}

// Row is one asset as far as a grid lays it out: 48 bytes.
type Row struct {
	ID         int64
	Created    int64 // UTC milliseconds
	CostMicros int64 // where FlagCost is set
	Bytes      int64 // of its file
	Width      int32 // pixels
	Height     int32
	Seconds    float32 // of a clip
	Flags      Flags
}

// At is when the asset was made.
func (r Row) At() time.Time { return time.UnixMilli(r.Created) }

// Flags are the marks of a row.
type Flags uint16

// The marks of a row.
const (
	FlagClip Flags = 1 << iota
	FlagSound
	FlagStarred
	FlagTrashed
	FlagImported
	FlagCost   // CostMicros is known
	FlagLiving // its link worked when the rows were read
	FlagSeed   // the seed is known
	flagGone   // the row was deleted
)

// Asset is what is read of an asset.
type Asset struct {
	Row                 // without FlagLiving
	LinkDies      int64 // UTC milliseconds; 0: no link; the largest number: a link without an end
	Seed, Profile int64
	Model         string
	Tags          string // a list in JSON; "": none
	Currency      string
	Texts         [3]string // prompt, note and name
}

// Album is the assets of an album that is kept by hand, with their places.
type Album struct {
	Version int64
	Places  map[int64]int64
}

type entry struct {
	Row
	linkDies, seed, profile int64
	text, model, tags       uint32
	money                   uint16
}

// tag is a tag as it is written, and as it is compared.
type tag struct{ name, key string }

// interned gives small numbers to texts of which there are few. Number 0 is the empty one.
type interned struct {
	all    []string
	number map[string]uint32
}

func newInterned() interned { return interned{[]string{""}, map[string]uint32{"": 0}} }

func (i *interned) put(s string) uint32 {
	n, known := i.number[s]
	if !known {
		n = uint32(len(i.all))
		i.all = append(i.all, s)
		i.number[s] = n
	}
	return n
}

// New makes an empty index.
func New(now func() time.Time) *Index {
	return &Index{now: now, texts: newTexts(), models: newInterned(), tagSets: newInterned(), money: newInterned()}
}

// Put takes over what assets are like by now. The index is locked while rows are read.
func (x *Index) Put(rows iter.Seq[Asset]) {
	x.mu.Lock()
	defer x.mu.Unlock()
	unsorted := len(x.entries) == 0
	if unsorted {
		defer func() { x.entries = slices.Clone(x.entries) }() // without the room that appending left
	}
	for a := range rows {
		e := x.entry(a)
		at, known := x.place(e.ID)
		switch {
		case known:
			unsorted = unsorted || x.entries[at].Created != e.Created
			x.entries[at] = e
		case at < len(x.entries): // an id between others: another program has written
			x.entries = slices.Insert(x.entries, at, e)
			unsorted = true
		default:
			x.entries = append(x.entries, e)
			if !unsorted {
				i, _ := slices.BinarySearchFunc(x.order, uint32(at), x.older)
				x.order = slices.Insert(x.order, i, uint32(at))
			}
		}
	}
	if unsorted {
		x.sortOrder()
	}
}

func (x *Index) entry(a Asset) entry {
	if a.Texts != x.last.texts { // variations stand side by side and say the same
		x.last.texts, x.last.number = a.Texts, x.texts.put(a.Texts[:]...)
	}
	e := entry{Row: a.Row, linkDies: a.LinkDies, seed: a.Seed, profile: a.Profile,
		text: x.last.number, model: x.models.put(a.Model), tags: x.tagSets.put(a.Tags), money: uint16(x.money.put(a.Currency))}
	for _, list := range x.tagSets.all[len(x.tags):] {
		var written []string
		_ = json.Unmarshal([]byte(list), &written) // it is JSON, or empty
		set := make([]tag, len(written))
		for i, name := range written {
			set[i] = tag{name, Fold(name)}
		}
		x.tags = append(x.tags, set)
	}
	return e
}

// Drop forgets assets whose rows were deleted.
func (x *Index) Drop(ids ...int64) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, id := range ids {
		if at, known := x.place(id); known {
			x.entries[at].Flags |= flagGone
		}
	}
}

// Albums returns the albums by ref, as they were set.
func (x *Index) Albums() map[string]Album {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.albums
}

// SetAlbums takes over which assets are in which album, by ref. The map must not change afterwards.
func (x *Index) SetAlbums(all map[string]Album) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.albums = all
}

// place returns where an asset stands in entries.
func (x *Index) place(id int64) (int, bool) {
	return slices.BinarySearchFunc(x.entries, id, func(e entry, id int64) int { return cmp.Compare(e.ID, id) })
}

// older orders two entries by when they were made.
func (x *Index) older(a, b uint32) int {
	return cmp.Or(cmp.Compare(x.entries[a].Created, x.entries[b].Created), cmp.Compare(x.entries[a].ID, x.entries[b].ID))
}

// sortOrder makes order anew. In most libraries the entries are in it.
func (x *Index) sortOrder() {
	x.order = slices.Grow(x.order[:0], len(x.entries))
	for i := range x.entries {
		x.order = append(x.order, uint32(i))
	}
	if !slices.IsSortedFunc(x.order, x.older) {
		slices.SortFunc(x.order, x.older)
	}
}

// walkCheck is after how many entries a walk looks whether it is still wanted.
const walkCheck = 1 << 15

// each calls fn for each asset that a filter chooses, newest first. The index must be locked for reading.
func (x *Index) each(ctx context.Context, f Filter, fn func(place uint32, e *entry)) error {
	tests := x.tests(f)
	for n, place := range slices.Backward(x.order) {
		if n%walkCheck == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if e := &x.entries[place]; passes(e, tests) {
			fn(place, e)
		}
	}
	return ctx.Err()
}

// Find returns all that a filter chooses, in its order. Of a million rows the slice takes 48 MB, which are the caller's.
func (x *Index) Find(ctx context.Context, f Filter) ([]Row, error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	key, now := x.key(f), x.now().UnixMilli()
	var found []sortable
	err := x.each(ctx, f, func(place uint32, e *entry) { found = append(found, sortable{key(e), place}) })
	if err != nil {
		return nil, err
	}
	switch f.Order {
	case Newest:
	case Oldest:
		slices.Reverse(found)
	default:
		found = sortByKey(found)
	}
	rows := make([]Row, len(found))
	for i, s := range found {
		e := &x.entries[s.place]
		rows[i] = e.Row
		if e.linkDies > now {
			rows[i].Flags |= FlagLiving
		}
	}
	return rows, nil
}

// Count counts the assets that a filter chooses.
func (x *Index) Count(ctx context.Context, f Filter) (n int, err error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	err = x.each(ctx, f, func(uint32, *entry) { n++ })
	return n, err
}

// Day is what was made in a day.
type Day struct {
	Start time.Time // of its beginning, in the location that was asked for
	Costs []Cost    // by profile and currency; what has no known cost is in none
}

// Cost is an amount of money of a profile.
type Cost struct {
	ProfileID int64
	Currency  string // ISO 4217
	Micros    int64
}

// Days sums up what a filter chooses by day in a location, newest first. Days on which nothing was made are left out.
func (x *Index) Days(ctx context.Context, f Filter, in *time.Location) ([]Day, error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	var all []Day
	var from, to int64 // of the day that is being summed up: a calendar is asked once a day
	err := x.each(ctx, f, func(_ uint32, e *entry) {
		if len(all) == 0 || e.Created < from || e.Created >= to {
			at := e.At().In(in)
			start := BeginOfDay(at.Year(), at.Month(), at.Day(), in)
			from, to = start.UnixMilli(), BeginOfDay(at.Year(), at.Month(), at.Day()+1, in).UnixMilli()
			all = append(all, Day{Start: start})
		}
		if e.Flags&FlagCost != 0 {
			all[len(all)-1].add(e.profile, x.money.all[e.money], e.CostMicros)
		}
	})
	return all, err
}

func (d *Day) add(profile int64, currency string, micros int64) {
	i := slices.IndexFunc(d.Costs, func(c Cost) bool { return c.ProfileID == profile && c.Currency == currency })
	if i < 0 {
		i = len(d.Costs)
		d.Costs = append(d.Costs, Cost{ProfileID: profile, Currency: currency})
	}
	d.Costs[i].Micros += micros
}
