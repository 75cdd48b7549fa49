package client

import "slices"

// How many own calls make a range, and how many of the newest are regarded.
const (
	SamplesLeast = 5
	SamplesMost  = 20
)

// PriceRange is what own calls of one size and quality come to.
type PriceRange struct {
	Least, Most Micros
	Calls       int // on how many calls it rests
}

// Enough reports whether a range rests on enough calls to be shown instead of a table's price.
func (r PriceRange) Enough() bool { return r.Calls >= SamplesLeast }

// RangeOf returns the least and the most of what calls came to, the newest first, of which [SamplesMost] count.
func RangeOf(amounts []Micros) PriceRange {
	amounts = amounts[:min(len(amounts), SamplesMost)]
	if len(amounts) == 0 {
		return PriceRange{}
	}
	return PriceRange{slices.Min(amounts), slices.Max(amounts), len(amounts)}
}
