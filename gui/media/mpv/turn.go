package mpv

import (
	"math"

	"viviscope/client/film"
	"viviscope/client/mp4"
)

// TurnOption returns the value of libmpv's vf option that makes the pictures of a clip upright.
//
// libmpv must not turn them itself: its option video-rotate is "no". It knows no mirroring, leaves a turn of 180° to
// the renderer, which ignores it, and ends the process by a failed assertion at 90° and 270°. After the filters, its
// sizes are those of the upright picture.
func TurnOption(o mp4.Orientation) string {
	if t := film.Turn(o); t != "" {
		return "lavfi=[" + t + "]"
	}
	return ""
}

// maxSide and maxPixels bound the pictures that libmpv is asked for: larger ones cannot be allocated, or their sizes do
// not fit its types.
const (
	maxSide   = 1 << 14
	maxPixels = 1 << 26
)

// bounded returns a size that libmpv can draw. An empty size becomes 0, 0. A larger one is reduced in its ratio.
func bounded(width, height int) (int, int) {
	if width <= 0 || height <= 0 {
		return 0, 0
	}
	w, h := float64(width), float64(height)
	if by := min(1, maxSide/max(w, h), math.Sqrt(maxPixels/(w*h))); by < 1 {
		width, height = max(1, int(w*by)), max(1, int(h*by))
	}
	return width, height
}

// finite reports whether a number of libmpv can be calculated with.
func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
