package sandbox

import (
	"viviscope/client"
	"viviscope/client/sandbox/render"
)

// clipSize is the size of a clip in pixels: the size that was asked for, the tier and ratio, or, with a first frame, the
// tier with that frame's ratio. frameW and frameH are 0 where there is no frame or it is not known yet; then a clip that
// needs it has the size 0, 0. Sides are even, because H.264 stores colour for blocks of 2 by 2.
func clipSize(r client.VideoRequest, frameW, frameH int) (w, h int) {
	if w, h, err := client.ParseSize(r.Size); err == nil {
		return even(w), even(h)
	}
	if r.FirstFrame() == "" {
		ratio := r.AspectRatio
		if ratio == "" {
			ratio = client.Ratios()[0]
		}
		return render.Size(r.Tier(), ratio)
	}
	if frameW <= 0 || frameH <= 0 {
		return 0, 0
	}
	return render.SizeLike(r.Tier(), frameW, frameH)
}

// even rounds up to an even number.
func even(n int) int { return n + n&1 }
