package film

import (
	"os"

	"viviscope/client"
	"viviscope/client/mp4"
)

// rotationFilters contains the libavfilter filters that make a coded picture upright. Both libmpv and ffmpeg use
// libavfilter.
var rotationFilters = map[mp4.Orientation]string{
	mp4.MirroredX: "hflip", mp4.Turned180: "hflip,vflip", mp4.MirroredY: "vflip",
	mp4.Transposed: "transpose=cclock_flip",
	mp4.Turned90:   "transpose=clock", mp4.Transverse: "transpose=clock_flip", mp4.Turned270: "transpose=cclock",
}

// RotationFilters returns the libavfilter filters that make the pictures of a clip upright; "" for none.
func RotationFilters(o mp4.Orientation) string { return rotationFilters[o] }

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

// UprightFilters returns the beginning of a filter chain, with a trailing comma, that makes the pictures of a file
// upright; "" for none. ffmpeg must be called with -noautorotate: it would also apply rotations such as 10°, which
// other decoders ignore.
func UprightFilters(path string) string {
	if turn := RotationFilters(OrientationOf(path)); turn != "" {
		return turn + ","
	}
	return ""
}
