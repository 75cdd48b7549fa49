package render

// Size gives the size in pixels of a clip of the given resolution ("720P", "1080P") and aspect ratio ("16:9", "9:16", "1:1"; interface 2.2). The
// shorter side has the number of the resolution, so a square clip is 720x720 or 1080x1080. An empty or unknown value counts as
// "720P" and "16:9".
func Size(resolution, ratio string) (w, h int) {
	short := shorter(resolution)
	long := short * 16 / 9
	switch ratio {
	case "9:16":
		return short, long
	case "1:1":
		return short, short
	}
	return long, short
}

// SizeLike gives the size of a clip whose ratio follows a first frame of w times h pixels: the shorter side has the number of the
// resolution, both are even. Frames wider or taller than 12:5 are cut to that.
func SizeLike(resolution string, w, h int) (int, int) {
	if w <= 0 || h <= 0 {
		return Size(resolution, "")
	}
	short := shorter(resolution)
	long := func(a, b int) int { return min(short*a/b, short*12/5) / 2 * 2 }
	if w >= h {
		return long(w, h), short
	}
	return short, long(h, w)
}

func shorter(resolution string) int {
	if resolution == "1080P" {
		return 1080
	}
	return 720
}

// even rounds up to what H.264 with half the colour resolution can code, and scenes can be laid out for.
func even(v int) int { return max(minSide, v+v%2) }
