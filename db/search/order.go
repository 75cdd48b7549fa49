package search

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strings"
)

// sortEntry is an entry to sort: by its key, ascending. Equal keys are sorted newest first.
type sortEntry struct {
	key      int64
	position uint32 // in entries
}

// sortKey returns the function that computes the sort key of an entry for the order of a filter.
func (x *Index) sortKey(f Filter) func(e *entry) int64 {
	known := func(e *entry, has Flags, value int64) int64 {
		if e.Flags&has == 0 {
			return math.MaxInt64 // sorted last
		}
		return value
	}
	// the bits of non-negative floats sort like the numbers
	seconds := func(e *entry) int64 { return int64(math.Float32bits(e.Seconds)) }
	switch f.Order {
	case Largest:
		return func(e *entry) int64 { return -e.Bytes }
	case Smallest:
		return func(e *entry) int64 { return e.Bytes }
	case MostPixels:
		return func(e *entry) int64 { return -int64(e.Width) * int64(e.Height) }
	case FewestPixels:
		return func(e *entry) int64 { return int64(e.Width) * int64(e.Height) }
	case Longest:
		return func(e *entry) int64 { return known(e, FlagClip, -seconds(e)) }
	case Shortest:
		return func(e *entry) int64 { return known(e, FlagClip, seconds(e)) }
	case MostExpensive:
		return func(e *entry) int64 { return known(e, FlagCost, -e.CostMicros) }
	case Cheapest:
		return func(e *entry) int64 { return known(e, FlagCost, e.CostMicros) }
	case ByName, ByNameDesc:
		ranks, sign := x.texts.ranks(), orderSign(f.Order == ByNameDesc)
		return func(e *entry) int64 { return sign * ranks[e.text] }
	case ByModel, ByModelDesc:
		names, sign := x.models.all, orderSign(f.Order == ByModelDesc)
		ranks := ranksOf(len(names), func(a, b uint32) int { return strings.Compare(Fold(names[a]), Fold(names[b])) })
		return func(e *entry) int64 {
			if names[e.model] == "" {
				return math.MaxInt64 // sorted last
			}
			return sign * ranks[e.model]
		}
	case AlbumOrder:
		places := x.albums[f.Album].Places
		return func(e *entry) int64 { return places[e.ID] }
	}
	return func(*entry) int64 { return 0 }
}

// orderSign returns the factor of ranks: -1 reverses their order.
func orderSign(down bool) int64 {
	if down {
		return -1
	}
	return 1
}

// ranks returns the rank of each text in sorted order, by its number.
func (t *texts) ranks() []int64 {
	return ranksOf(len(t.ends), func(a, b uint32) int { return compareNames(t.text(a), t.text(b)) })
}

// compareNames compares texts byte by byte, except numbers, which it compares by value: "clip 2" is before "clip 10".
func compareNames(a, b []byte) int {
	for len(a) > 0 && len(b) > 0 {
		x, y := digits(a), digits(b)
		if len(x) == 0 || len(y) == 0 {
			if a[0] != b[0] {
				return int(a[0]) - int(b[0])
			}
			a, b = a[1:], b[1:]
			continue
		}
		n, m := bytes.TrimLeft(x, "0"), bytes.TrimLeft(y, "0")
		if c := cmp.Or(len(n)-len(m), bytes.Compare(n, m)); c != 0 {
			return c
		}
		a, b = a[len(x):], b[len(y):]
	}
	return len(a) - len(b)
}

// digits returns the leading digits of a text.
func digits(text []byte) []byte {
	n := 0
	for n < len(text) && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	return text[:n]
}

// ranksOf sorts the numbers 0 to n-1 by compare and returns the rank of each.
func ranksOf(n int, compare func(a, b uint32) int) []int64 {
	order := make([]uint32, n)
	for n := range order {
		order[n] = uint32(n)
	}
	slices.SortFunc(order, compare)
	ranks := make([]int64, len(order))
	for i, n := range order {
		ranks[n] = int64(i)
	}
	return ranks
}

const digitBits = 11

// sortByKey is a stable radix sort by key, least significant digit first. It takes a fifth of the time of a comparison
// sort for a million keys.
func sortByKey(all []sortEntry) []sortEntry {
	other := make([]sortEntry, len(all))
	for shift := 0; shift < 64; shift += digitBits {
		digit := func(s sortEntry) int { return int((uint64(s.key) ^ 1<<63) >> shift & (1<<digitBits - 1)) }
		var places [1<<digitBits + 1]int
		for _, s := range all {
			places[digit(s)+1]++
		}
		if len(all) == 0 || places[digit(all[0])+1] == len(all) {
			continue // all have the same digit
		}
		for i := range places[1:] {
			places[i+1] += places[i]
		}
		for _, s := range all {
			other[places[digit(s)]] = s
			places[digit(s)]++
		}
		all, other = other, all
	}
	return all
}
