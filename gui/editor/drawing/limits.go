package drawing

import "fmt"

// What a canvas may hold. The longest side is the service's rule (interface 4.2); the rest keeps a session small enough to
// be written down at every edit.
const (
	MaxSide   = 3840    // px, of what can be sent
	MinSide   = 16      // px, of what a step may leave
	MaxMarks  = 5000    // in one drawing
	MaxPoints = 50_000  // of one mark
	MaxSteps  = 1000    // in one drawing
	MaxText   = 2000    // bytes, of one label
	maxSource = 16_384  // px a side, of what lies at the bottom
	maxPlace  = 1 << 24 // px from the canvas, of anything
	maxRef    = 512     // bytes, of a ref
	maxWidth  = 1 << 14 // px, of a line
	maxNumber = 99_999  // of a marker
)

// Limit names what a canvas has only so much of.
type Limit string

// The limits that a step meets.
const (
	LongestSide  Limit = "longest side"
	ShortestSide Limit = "shortest side"
	Steps        Limit = "steps"
)

// LimitError says that a step was refused because of what would come of it. The window has its own words for it.
type LimitError struct {
	Limit Limit
	Most  int // or, of ShortestSide, least
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
