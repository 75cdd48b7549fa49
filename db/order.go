package db

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"math"
	"slices"
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
