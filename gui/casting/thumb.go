package casting

import (
	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/kit"
	"viviscope/gui/media"
)

// thumb shows the picture of an asset in a fixed size.
type thumb struct {
	*kit.Picture
	load *media.Preview
	cast *Cast
}

func newThumb(c *Cast, size fyne.Size) *thumb {
	t := &thumb{Picture: kit.NewPicture(size), cast: c}
	t.load = media.NewPreview(c.Pictures, func() { t.SetImage(t.load.Image) })
	return t
}

// show shows an asset. The zero asset shows an empty frame.
func (t *thumb) show(a db.Asset) {
	t.load.Load(a, int(max(t.MinSize().Width, t.MinSize().Height)*t.cast.Canvas().Scale()+0.5))
	if t.Image() != t.load.Image {
		t.SetImage(t.load.Image)
	}
}
