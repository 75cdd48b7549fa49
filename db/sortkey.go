package db

import "math"

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
