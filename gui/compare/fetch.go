package compare

import (
	"image"
	"log/slog"

	"viviscope/db"
)

// Sizes are asked for in steps, so that a window that is dragged larger asks a few times and not at every pixel; most is
// the most that is ever asked for. Device pixels of the longer side.
const (
	step = 256
	most = 2048
)

// wanted is the size to ask for where a picture has room in a box of so many device pixels.
func wanted(a db.Asset, width, height float32) int {
	if a.Width > 0 && a.Height > 0 { // it is shown whole: the narrower way decides
		scale := min(width/float32(a.Width), height/float32(a.Height))
		width, height = scale*float32(a.Width), scale*float32(a.Height)
	}
	px := (int(max(width, height, 1)) + step - 1) / step * step
	return min(px, most)
}

// fetch asks for both pictures at the size of a pane, in device pixels, unless they are there or on their way in that
// size or a larger one.
func (v *view) fetch(width, height float32) {
	for i := range v.sides {
		sd := &v.sides[i]
		px := wanted(sd.asset, width, height)
		if px <= sd.asked || sd.failed {
			continue
		}
		sd.asked = px
		if sd.image == nil {
			if im, ok := v.s.d.Pictures.Nearest(sd.asset, px); ok {
				sd.image = im
				v.show()
			}
		}
		if sd.cancel != nil {
			sd.cancel()
		}
		sd.cancel = v.s.d.Pictures.Request(sd.asset, px, func(im image.Image, err error) {
			if err != nil {
				sd.failed = true
				v.s.d.Log.Warn("cannot show a picture", slog.Int64("asset", sd.asset.ID), slog.Any("err", err))
			} else {
				sd.image = im
			}
			v.show()
		})
	}
}
