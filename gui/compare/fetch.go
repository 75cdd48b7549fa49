package compare

import (
	"image"
	"log/slog"

	"viviscope/db"
)

// unknown is what is asked for of a picture whose size is not known, device pixels of the longer side.
const unknown = 2048

// wanted is the size to ask for: the whole picture, because details are what is compared.
func wanted(a db.Asset) int {
	if a.Width <= 0 || a.Height <= 0 {
		return unknown
	}
	return min(max(a.Width, a.Height), largest)
}

// fetch asks for both pictures and shows them once both are there or cannot be.
func (v *view) fetch() {
	for i := range v.sides {
		sd := &v.sides[i]
		sd.cancel = v.s.d.Pictures.Request(sd.asset, wanted(sd.asset), func(im image.Image, err error) {
			sd.come, sd.image = true, im
			if err != nil {
				sd.failed = true
				v.s.d.Log.Warn("cannot show a picture", slog.Int64("asset", sd.asset.ID), slog.Any("err", err))
			}
			v.showPictures()
			v.show()
		})
	}
}

// showPictures hands both to the pair.
func (v *view) showPictures() {
	a, b := &v.sides[0], &v.sides[1]
	if !a.come || !b.come {
		return
	}
	size := func(s *side) image.Point { return image.Pt(s.asset.Width, s.asset.Height) }
	v.pair.SetScaled(a.image, b.image, size(a), size(b), a.asset.Model, b.asset.Model)
}
