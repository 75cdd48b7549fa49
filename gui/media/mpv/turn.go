package mpv

import (
	"math"

	"viviscope/client/film"
	"viviscope/client/mp4"
)

// TurnOption returns the value of mpv's vf option that makes the frames of a clip upright.
//
// mpv must not rotate itself, so video-rotate is "no". It ignores mirroring and leaves 180 degrees to the renderer,
// which ignores it. At 90 and 270 degrees it aborts with a failed assertion. After the filters, its sizes are those of
// the upright frame.
func TurnOption(o mp4.Orientation) string {
	if t := film.RotationFilters(o); t != "" {
		return "lavfi=[" + t + "]"
	}
	return ""
}

// maxSide and maxPixels limit the frame size. libmpv cannot allocate larger ones, or they overflow its types.
const (
	maxSide   = 1 << 14
	maxPixels = 1 << 26
)

// bounded returns a size that libmpv can draw. An empty size becomes 0, 0. A larger one is scaled down proportionally.
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

// finite reports whether v is neither NaN nor infinite.
func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
