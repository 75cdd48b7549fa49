package drawing

import (
	"fmt"
)

// Bounds of a drawing. The longest side is a rule of the service (interface 4.2). The others keep a drawing small
// enough to be stored at every edit.
const (
	MaxSide       = 3840    // px, of what can be sent
	MinSide       = 16      // px, after a step
	MaxMarks      = 5000    // in one drawing
	MaxPoints     = 50_000  // of one mark
	MaxSteps      = 1000    // in one drawing
	MaxText       = 2000    // bytes, of one label
	maxSource     = 16_384  // px, of a side of the source
	maxCoordinate = 1 << 24 // px, of a coordinate
	maxRef        = 512     // bytes
	maxWidth      = 1 << 14 // px, of a line
	maxNumber     = 99_999  // of a Number
)

// Limit names a bound.
type Limit string

// The bounds that refuse a step.
const (
	LongestSide  Limit = "longest side"
	ShortestSide Limit = "shortest side"
	Steps        Limit = "steps"
)

// LimitError reports a step that was refused because its result would exceed a bound.
type LimitError struct {
	Limit Limit
	Most  int // the bound; of ShortestSide the least
}

func (e *LimitError) Error() string {
	switch e.Limit {
	case LongestSide:
		return fmt.Sprintf("%d px is the longest side that can be sent", e.Most)
	case ShortestSide:
		return fmt.Sprintf("%d px is the shortest side of a canvas", e.Most)
	}
	return fmt.Sprintf("a canvas can be cropped, turned and extended %d times", e.Most)
}
