package facts

import (
	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/media"
)

// Picture shows the picture of an asset in a fixed size.
type Picture struct {
	*kit.Picture
	load *media.Preview
	host action.Host
}

// NewPicture makes an empty frame.
func NewPicture(host action.Host, from media.Pictures, size fyne.Size) *Picture {
	p := &Picture{Picture: kit.NewPicture(size), host: host}
	p.load = media.NewPreview(from, func() { p.SetImage(p.load.Image) })
	return p
}

// SetAsset shows an asset. The zero asset shows an empty frame.
func (p *Picture) SetAsset(a db.Asset) {
	size := p.MinSize()
	p.load.Load(a, int(max(size.Width, size.Height)*p.host.Canvas().Scale()+0.5))
	if p.Image() != p.load.Image {
		p.SetImage(p.load.Image)
	}
}
