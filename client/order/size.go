package order

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"viviscope/client"
)

// limits bound a free size, in pixels.
type limits struct{ min, maxLong, maxShort int }

// The limits of sizes: interface 2.4 and 8 for pictures, and the tiers of 2.2 for clips.
var (
	pictureLimits = limits{client.MinSide, client.MaxSide, client.MaxSide}
	clipLimits    = limits{client.MinSide, 1920, 1080}
)

// nearest returns the allowed size that is closest to w by h in shape and then in size, in wire format. It changes the
// shape only if the short side would become smaller than allowed.
func (l limits) nearest(w, h int) string {
	scale := min(1, float64(l.maxLong)/float64(max(w, h)), float64(l.maxShort)/float64(min(w, h)))
	side := func(n, most int) int { return min(max(int(math.Round(float64(n)*scale)), l.min), most) }
	if w >= h {
		w, h = side(w, l.maxLong), side(h, l.maxShort)
	} else {
		w, h = side(w, l.maxShort), side(h, l.maxLong)
	}
	return fmt.Sprintf("%dx%d", w, h)
}

// SizeSuggestion is an allowed size that replaces a refused one.
type SizeSuggestion struct {
	Width, Height string // for SetSides
}

// suggest returns the nearest allowed size for a refused one. It returns false if the size is allowed, or if a side is
// not a valid number of pixels.
func (l limits) suggest(width, height string) (SizeSuggestion, bool) {
	w, okW := readSide(width)
	h, okH := readSide(height)
	if !okW || !okH {
		return SizeSuggestion{}, false
	}
	size := l.nearest(w, h)
	if size == sizeText(width, height) {
		return SizeSuggestion{}, false
	}
	var o SizeSuggestion
	o.Width, o.Height, _ = strings.Cut(size, "x")
	return o, true
}

// readSide reads a typed number of pixels, with an optional unit and leading zeros.
func readSide(text string) (int, bool) {
	n, err := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "px")))
	return n, err == nil && n > 0 && n <= math.MaxInt32
}

// sizeText returns a free size in wire format. Text that is not a number stays in it and is refused by the rule for
// sizes.
func sizeText(width, height string) string {
	return strings.TrimSpace(width) + "x" + strings.TrimSpace(height)
}
