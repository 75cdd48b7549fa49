package order

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"viviscope/client"
)

// limits are the limits of a free size, in pixels: the minimum of each side, and the maximum of the long and the short
// side.
type limits struct{ min, maxLong, maxShort int }

// The limits of sizes: interface 2.4 and 8 for pictures, and the tiers of 2.2 for clips.
var (
	pictureLimits = limits{client.MinSide, client.MaxSide, client.MaxSide}
	clipLimits    = limits{client.MinSide, 1920, 1080}
)

// nearest returns the allowed size closest to w by h, in wire format. It keeps the ratio, unless the short side would
// be below the minimum.
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

// SizeSuggestion is an allowed size as a replacement for a refused one.
type SizeSuggestion struct {
	Width, Height string // for SetSides
}

// suggest returns the closest allowed size for a refused size. It returns false if the size is allowed, or if a side is
// not a number.
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

// readSide parses a typed number of pixels, with an optional "px".
func readSide(text string) (int, bool) {
	n, err := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "px")))
	return n, err == nil && n > 0 && n <= math.MaxInt32
}

// sizeText returns a free size in wire format. It does not check the numbers; the rule for sizes does.
func sizeText(width, height string) string {
	return strings.TrimSpace(width) + "x" + strings.TrimSpace(height)
}
