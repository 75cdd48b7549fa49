package mpv

import (
	"math"
	"os"

	"viviscope/client"
	"viviscope/client/mp4"
)

// turns are the filters of libavfilter, which libmpv and the ffmpeg program both use, that make a coded picture
// upright.
var turns = map[mp4.Orientation]string{
	mp4.MirroredX: "hflip", mp4.Turned180: "hflip,vflip", mp4.MirroredY: "vflip", mp4.Transposed: "transpose=cclock_flip",
	mp4.Turned90: "transpose=clock", mp4.Transverse: "transpose=clock_flip", mp4.Turned270: "transpose=cclock",
}

// Turn returns the libavfilter filters that make the pictures of a clip upright; "" for none.
func Turn(o mp4.Orientation) string { return turns[o] }

// TurnOption returns the value of libmpv's vf option that makes the pictures of a clip upright.
//
// libmpv must not turn them itself: its option video-rotate is "no". It knows no mirroring, leaves a turn of 180° to
// the renderer, which ignores it, and ends the process by a failed assertion at 90° and 270°. After the filters, its
// sizes are those of the upright picture.
func TurnOption(o mp4.Orientation) string {
	if t := Turn(o); t != "" {
		return "lavfi=[" + t + "]"
	}
	return ""
}

// OrientationOf returns the orientation of the clip or picture at path.
func OrientationOf(path string) mp4.Orientation {
	if f, err := os.Open(path); err == nil {
		defer f.Close()
		if o := mp4.Orientation(client.Orientation(f)); o != 0 {
			return o
		}
	}
	return mp4.OrientationOf(path)
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
