package media

import (
	"errors"
	"image"

	"viviscope/db"
)

// Preview is the picture of one asset after another, for what shows one at a time: what was asked for the one before never comes. It
// belongs to the window's goroutine.
type Preview struct {
	Image image.Image // nil: none is there yet
	Err   error       // why none comes

	pictures Pictures
	came     func() // Image or Err is there
	asset    db.Asset
	px       int    // what was asked for; 0: nothing yet
	cancel   func() // of the request that is under way; nil: none
}

// NewPreview makes a preview of nothing. came is called when what was loaded comes later.
func NewPreview(pictures Pictures, came func()) *Preview {
	return &Preview{pictures: pictures, came: came}
}

// Load gets the picture of an asset at a size in device pixels: from memory at once, else later. Until then a picture of another size stands
// in for it. Without an asset it lets go of everything; without a size it waits for one.
func (p *Preview) Load(a db.Asset, px int) {
	if a.SHA256 != p.asset.SHA256 || a.Path != p.asset.Path || a.ID != p.asset.ID {
		p.drop()
		p.Image, p.Err, p.px = nil, nil, 0
	}
	p.asset = a
	if px == 0 || px == p.px || a.ID == 0 {
		return
	}
	p.drop()
	p.px = px
	if im, ok := p.pictures.Cached(a, px); ok {
		p.Image, p.Err = im, nil
		return
	}
	if im, ok := p.pictures.Nearest(a, px); ok {
		p.Image = im
	}
	p.cancel = p.pictures.Request(a, px, func(im image.Image, err error) {
		p.cancel = nil
		switch {
		case err == nil:
			p.Image, p.Err = im, nil
		case errors.Is(err, ErrDropped):
			p.px = 0 // asked again when it is loaded again
			return
		default:
			p.Err = err
		}
		p.came()
	})
}

func (p *Preview) drop() {
	if p.cancel != nil {
		p.cancel()
		p.cancel = nil
	}
}
