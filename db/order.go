package db

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"math"
	"slices"
	"time"
)

// sortable is an entry as an order compares it: by its key, ascending; what is equal stands newest first.
type sortable struct {
	key   float64
	age   uint32 // place in order
	place uint32 // in entries
}

// key returns how an order compares an entry, where it does so by a number.
func (x *index) key(f AssetFilter) func(e *entry) float64 {
	last := math.Inf(1)
	known := func(e *entry, has entryFlags, value float64) float64 {
		if e.flags&has != has {
			return last
		}
		return value
	}
	switch f.Order {
	case Largest:
		return func(e *entry) float64 { return -float64(e.bytes) }
	case Smallest:
		return func(e *entry) float64 { return float64(e.bytes) }
	case Sharpest:
		return func(e *entry) float64 { return -float64(e.width) * float64(e.height) }
	case Longest:
		return func(e *entry) float64 { return known(e, isClip, -float64(e.seconds)) }
	case Shortest:
		return func(e *entry) float64 { return known(e, isClip, float64(e.seconds)) }
	case Dearest:
		return func(e *entry) float64 { return known(e, hasCost, -float64(e.cost)) }
	case Cheapest:
		return func(e *entry) float64 { return known(e, hasCost, float64(e.cost)) }
	case ByWords: // the first bytes decide most
		return func(e *entry) float64 {
			var first [8]byte
			copy(first[2:], x.texts.text(e.text))
			return float64(binary.BigEndian.Uint64(first[:]))
		}
	case AsLaidOut:
		if album := x.albums[f.Album]; album != nil {
			return func(e *entry) float64 { return float64(album.places[e.id]) }
		}
	}
	return func(*entry) float64 { return 0 }
}

// comparison returns how an order compares two entries, backwards or not.
func (x *index) comparison(f AssetFilter, back bool) func(a, b sortable) int {
	compare := func(a, b sortable) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(b.age, a.age)) }
	if f.Order == ByWords {
		compare = func(a, b sortable) int {
			if a.key != b.key {
				return cmp.Compare(a.key, b.key)
			}
			return cmp.Or(bytes.Compare(x.texts.text(x.entries[a.place].text), x.texts.text(x.entries[b.place].text)), cmp.Compare(b.age, a.age))
		}
	}
	if back {
		return func(a, b sortable) int { return compare(b, a) }
	}
	return compare
}

// sorted finds a page in an order that needs a sort. Of a page only as many are ever held as it may need.
func (x *index) sorted(ctx context.Context, f AssetFilter, tests []test) ([]uint32, error) {
	back := f.AfterID != 0
	key, compare := x.key(f), x.comparison(f, back)
	var cursor *sortable
	if at, known := x.place(cmp.Or(f.AfterID, f.BeforeID)); known {
		age, _ := slices.BinarySearchFunc(x.order, uint32(at), x.older)
		cursor = &sortable{key(&x.entries[at]), uint32(age), uint32(at)}
	}
	room := max(4*f.Limit, 1024)
	sign := 1.0
	if back {
		sign = -1
	}
	var page []sortable
	var last *sortable // of a page that is full: nothing beyond it can be on the page
	most := math.Inf(1)
	err := x.walk(ctx, tests, len(x.order)-1, -1, func(age int, p uint32) bool {
		s := sortable{key(&x.entries[p]), uint32(age), p}
		if sign*s.key > most {
			return true
		}
		if cursor != nil && compare(*cursor, s) >= 0 || last != nil && compare(*last, s) < 0 {
			return true
		}
		page = append(page, s)
		if f.Limit > 0 && len(page) >= room {
			slices.SortFunc(page, compare)
			page = page[:f.Limit]
			full := page[f.Limit-1]
			last, most = &full, sign*full.key
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	if f.Limit > 0 || back {
		slices.SortFunc(page, compare)
	} else {
		sortByKey(page)
		if f.Order == ByWords {
			eachTie(page, func(tie []sortable) { slices.SortFunc(tie, compare) })
		}
	}
	if f.Limit > 0 {
		page = page[:min(f.Limit, len(page))]
	}
	if back {
		slices.Reverse(page)
	}
	places := make([]uint32, len(page))
	for i, s := range page {
		places[i] = s.place
	}
	return places, nil
}

const (
	digitBits = 11
	digits    = (64 + digitBits - 1) / digitBits
)

// bits returns a number that orders as the key does.
func (s sortable) bits() uint64 {
	b := math.Float64bits(s.key + 0) // so that there is one zero
	if b>>63 != 0 {
		return ^b
	}
	return b | 1<<63
}

// sortByKey sorts by the key alone, ascending; what has the same key stays as it stood. It goes through the keys digit by
// digit, the last one first, which takes a fifth of the time of comparing a million of them.
func sortByKey(all []sortable) {
	var counts [digits][1 << digitBits]uint32
	for _, s := range all {
		for d, b := 0, s.bits(); d < digits; d, b = d+1, b>>digitBits {
			counts[d][b&(1<<digitBits-1)]++
		}
	}
	from, to := all, make([]sortable, len(all))
	for d := range digits {
		shift := d * digitBits
		digit := func(s sortable) uint64 { return s.bits() >> shift & (1<<digitBits - 1) }
		if len(all) == 0 || counts[d][digit(all[0])] == uint32(len(all)) {
			continue // all have the same
		}
		place := uint32(0)
		for i, n := range counts[d] {
			counts[d][i] = place
			place += n
		}
		for _, s := range from {
			at := &counts[d][digit(s)]
			to[*at] = s
			*at++
		}
		from, to = to, from
	}
	if len(all) > 0 && &from[0] != &all[0] {
		copy(all, from)
	}
}

// eachTie calls fn for each part of what is sorted by key that has one key, where it is longer than one.
func eachTie(sorted []sortable, fn func(tie []sortable)) {
	for from := 0; from < len(sorted); {
		to := from + 1
		for to < len(sorted) && sorted[to].key == sorted[from].key {
			to++
		}
		if to > from+1 {
			fn(sorted[from:to])
		}
		from = to
	}
}

// GridRow is one asset as far as a grid lays it out: 48 bytes.
type GridRow struct {
	ID         int64
	Created    int64 // UTC milliseconds
	CostMicros int64 // where GridCost is set
	Bytes      int64 // of its file
	Width      int32 // pixels
	Height     int32
	Seconds    float32 // of a clip
	Flags      GridFlags
}

// At is when the asset was made.
func (r GridRow) At() time.Time { return time.UnixMilli(r.Created) }

// GridFlags are the marks of a row.
type GridFlags uint8

// The marks of a row.
const (
	GridClip GridFlags = 1 << iota
	GridSound
	GridStarred
	GridTrashed
	GridImported
	GridCost   // CostMicros is known
	GridLiving // its link worked when the rows were read
	GridTagged
)

// Index returns all that a filter chooses, in its order, in one slice: the whole grid. Limit and page are kept to. Of a million
// rows the slice takes 48 MB, which are the caller's.
func (l *Library) Index(ctx context.Context, f AssetFilter) ([]GridRow, error) {
	x, places, err := l.find(ctx, f)
	if err != nil {
		return nil, wrap(err, "index assets")
	}
	defer x.mu.RUnlock()
	now := l.now().UnixMilli()
	rows := make([]GridRow, len(places))
	for i, p := range places {
		rows[i] = x.entries[p].gridRow(now)
	}
	return rows, nil
}

func (e *entry) gridRow(now int64) GridRow {
	r := GridRow{ID: e.id, Created: e.created, Bytes: e.bytes, Width: e.width, Height: e.height, Seconds: e.seconds, Flags: GridFlags(e.flags & inGrid)}
	if e.flags&hasCost != 0 {
		r.CostMicros = e.cost
	}
	if e.linkDies > now {
		r.Flags |= GridLiving
	}
	if e.tags != 0 {
		r.Flags |= GridTagged
	}
	return r
}

// Span is what was made in a day.
type Span struct {
	Start time.Time // midnight at its beginning, in the location that was asked for
	Count int
	Costs []Cost // by profile and currency; what has no known cost is in none
}

// Cost is an amount of money of a profile.
type Cost struct {
	ProfileID int64
	Currency  string // ISO 4217
	Micros    int64
}

// Days counts what a filter chooses by day in a location, newest first, without regard to its order and page. Days on
// which nothing was made are left out.
func (l *Library) Days(ctx context.Context, f AssetFilter, in *time.Location) ([]Span, error) {
	var all []Span
	var from, to int64 // of the day that is being counted: what is walked comes newest first, so that a calendar is asked once a day
	err := l.eachMatch(ctx, f, func(x *index, e *entry) {
		if len(all) == 0 || e.created < from || e.created >= to {
			at := time.UnixMilli(e.created).In(in)
			start := time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, in)
			from, to = start.UnixMilli(), start.AddDate(0, 0, 1).UnixMilli()
			all = append(all, Span{Start: start})
		}
		s := &all[len(all)-1]
		s.Count++
		if e.flags&hasCost != 0 {
			s.add(e.profile, x.money.all[e.money], e.cost)
		}
	})
	return all, wrap(err, "count days")
}

func (s *Span) add(profile int64, currency string, micros int64) {
	for i := range s.Costs {
		if s.Costs[i].ProfileID == profile && s.Costs[i].Currency == currency {
			s.Costs[i].Micros += micros
			return
		}
	}
	s.Costs = append(s.Costs, Cost{profile, currency, micros})
}
