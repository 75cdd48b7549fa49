// Package search parses the language of the search box and finds assets in an in-memory index. It does not read the
// database: package db fills and updates the index.
//
// [ParseQuery] and [Query.Filter] make a [Filter] from the text in the search box, and [Query.String] writes it back,
// so that box and chips show the same query. [Index.Find] returns the assets that match a filter as compact rows,
// [Index.Count] and [Index.Days] count them, and [Index.Suggest] returns completions.
//
// The index holds the searchable and sortable fields of the assets, a hundred bytes each. It also holds their texts,
// folded, without duplicates and concatenated. Every combination of filters is one pass over the assets. Words, phrases
// and parts of words are one pass over the texts. Changes are passed in by [Index.Put], [Index.Drop] and
// [Index.SetAlbums].
//
// Layers, from top to bottom:
//
//	find, suggest  the assets that match a filter, and their number; completions of typed text
//	match, order   which entries pass a filter; in which order
//	query          the language of the search box
//	index, texts   the entries in memory, and their texts
//	filter         filters and terms
package search

import (
	"cmp"
	"encoding/json"
	"iter"
	"slices"
	"sync"
	"time"

	"viviscope/db/findings"
)

// Index is the in-memory search index of assets. All methods are safe for concurrent use.
type Index struct {
	now     func() time.Time
	mu      sync.RWMutex
	entries []entry  // sorted by id
	order   []uint32 // positions in entries, oldest first
	texts   texts
	models  stringTable
	tags    nameLists
	cast    nameLists
	money   stringTable // currencies
	albums  map[string]Album
	last    struct { // of the last asset in Put
		texts  [3]string
		number uint32
	}
}

// Row holds the fields of an asset that a grid needs for its layout: 48 bytes.
type Row struct {
	ID         int64
	Created    int64 // UTC milliseconds
	CostMicros int64 // valid if FlagCost is set
	Bytes      int64 // file size
	Width      int32 // pixels
	Height     int32
	Seconds    float32 // length of a clip
	Flags      Flags
}

// At returns the creation time.
func (r Row) At() time.Time { return time.UnixMilli(r.Created) }

// Flags are boolean properties of a row.
type Flags uint32

// The flags of a row.
const (
	FlagClip Flags = 1 << iota
	FlagSound
	FlagStarred
	FlagTrashed
	FlagImported
	FlagCost      // CostMicros is known
	FlagLinkValid // its link had not expired when Find was called
	FlagSeed      // the seed is known
	FlagChecked   // the clip was checked
	flagDeleted   // the row was deleted
	firstCheck    // of the kinds of findings, one flag each
)

// CheckFlag returns the flag of clips with a finding of a kind; 0 for an unknown kind.
func CheckFlag(k findings.Kind) Flags {
	n := slices.Index(findings.Kinds(), k)
	if n < 0 {
		return 0
	}
	return firstCheck << n
}

// Asset holds the fields of an asset that the index needs.
type Asset struct {
	Row                 // without FlagLinkValid
	LinkExpires   int64 // UTC milliseconds; 0: no link; MaxInt64: it never expires
	Seed, Profile int64
	Model         string
	Tags          string // JSON array; "": none
	Cast          string // names of the cast that the job's prompt mentioned, a JSON array; "": none
	Currency      string
	Texts         [3]string // prompt, note and name
}

// Album holds the members of a manual album, with their positions by asset id.
type Album struct {
	Version int64
	Places  map[int64]int64
}

type entry struct {
	Row
	linkExpires, seed, profile int64
	text, model, tags, cast    uint32
	money                      uint16
}

// stringTable assigns small numbers to strings with few distinct values. Number 0 is the empty string.
type stringTable struct {
	all    []string
	number map[string]uint32
}

func newStringTable() stringTable { return stringTable{[]string{""}, map[string]uint32{"": 0}} }

func (i *stringTable) put(s string) uint32 {
	n, known := i.number[s]
	if !known {
		n = uint32(len(i.all))
		i.all = append(i.all, s)
		i.number[s] = n
	}
	return n
}

// nameLists assigns small numbers to lists of names, as JSON arrays, and parses each list once.
type nameLists struct {
	stringTable
	parsed [][]name // by number
}

// name is a tag or an entry of the cast: as written, and normalized.
type name struct{ text, key string }

func newNameLists() nameLists { return nameLists{newStringTable(), [][]name{nil}} }

func (l *nameLists) put(list string) uint32 {
	n := l.stringTable.put(list)
	if int(n) == len(l.parsed) {
		var written []string
		_ = json.Unmarshal([]byte(list), &written) // it is JSON
		names := make([]name, len(written))
		for i, text := range written {
			names[i] = name{text, Fold(text)}
		}
		l.parsed = append(l.parsed, names)
	}
	return n
}

// New makes an empty index.
func New(now func() time.Time) *Index {
	return &Index{now: now, texts: newTexts(), models: newStringTable(), tags: newNameLists(), cast: newNameLists(),
		money: newStringTable()}
}

// Put adds or updates assets. It holds the write lock while it reads rows.
func (x *Index) Put(rows iter.Seq[Asset]) {
	x.mu.Lock()
	defer x.mu.Unlock()
	unsorted := len(x.entries) == 0
	if unsorted {
		defer func() { x.entries = slices.Clone(x.entries) }() // trim the spare capacity
	}
	for a := range rows {
		e := x.entry(a)
		at, known := x.position(e.ID)
		switch {
		case known:
			unsorted = unsorted || x.entries[at].Created != e.Created
			x.entries[at] = e
		case at < len(x.entries): // an id between others: another program inserted it
			x.entries = slices.Insert(x.entries, at, e)
			unsorted = true
		default:
			x.entries = append(x.entries, e)
			if !unsorted {
				i, _ := slices.BinarySearchFunc(x.order, uint32(at), x.compareAge)
				x.order = slices.Insert(x.order, i, uint32(at))
			}
		}
	}
	if unsorted {
		x.sortOrder()
	}
}

func (x *Index) entry(a Asset) entry {
	if a.Texts != x.last.texts { // variations are adjacent and have the same texts
		x.last.texts, x.last.number = a.Texts, x.texts.put(a.Texts[:]...)
	}
	return entry{Row: a.Row, linkExpires: a.LinkExpires, seed: a.Seed, profile: a.Profile,
		text: x.last.number, model: x.models.put(a.Model), tags: x.tags.put(a.Tags), cast: x.cast.put(a.Cast),
		money: uint16(x.money.put(a.Currency))}
}

// Drop removes assets.
func (x *Index) Drop(ids ...int64) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, id := range ids {
		if at, known := x.position(id); known {
			x.entries[at].Flags |= flagDeleted
		}
	}
}

// InAlbum counts which of some assets are in a manual album.
func (x *Index) InAlbum(ref string, ids []int64) (n int) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	places := x.albums[ref].Places
	for _, id := range ids {
		if _, in := places[id]; in {
			n++
		}
	}
	return n
}

// Albums returns the manual albums by ref, as passed to SetAlbums. The caller must not change the map.
func (x *Index) Albums() map[string]Album {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.albums
}

// SetAlbums replaces the manual albums, by ref. The map must not change afterwards.
func (x *Index) SetAlbums(all map[string]Album) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.albums = all
}

// position returns the index of an asset in entries.
func (x *Index) position(id int64) (int, bool) {
	return slices.BinarySearchFunc(x.entries, id, func(e entry, id int64) int { return cmp.Compare(e.ID, id) })
}

// compareAge compares two entries by creation time, then by id.
func (x *Index) compareAge(a, b uint32) int {
	return cmp.Or(cmp.Compare(x.entries[a].Created, x.entries[b].Created),
		cmp.Compare(x.entries[a].ID, x.entries[b].ID))
}

// sortOrder rebuilds order. In most libraries the entries are sorted by time already.
func (x *Index) sortOrder() {
	x.order = slices.Grow(x.order[:0], len(x.entries))
	for i := range x.entries {
		x.order = append(x.order, uint32(i))
	}
	if !slices.IsSortedFunc(x.order, x.compareAge) {
		slices.SortFunc(x.order, x.compareAge)
	}
}
