package gallery

import (
	"errors"
	"image"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/media"
	"viviscope/resources"
)

// thumb is the picture of an asset in a cell: asked for when the asset is known and the cell has a size, dropped when the cell shows another.
type thumb struct {
	thumbs Thumbs
	landed func() // the picture, or why there is none, is there

	shown  db.Asset
	px     int    // what was asked for, in device pixels; 0: nothing yet
	cancel func() // of the request that is under way; nil: none
	im     image.Image
	failed error
}

// of sets the asset.
func (p *thumb) of(a db.Asset) {
	if a.SHA256 != p.shown.SHA256 || a.Path != p.shown.Path || a.ID != p.shown.ID {
		p.forget()
	}
	p.shown = a
}

// forget drops what is there and what is under way.
func (p *thumb) forget() {
	p.drop()
	p.shown, p.im, p.failed, p.px = db.Asset{}, nil, nil, 0
}

func (p *thumb) drop() {
	if p.cancel != nil {
		p.cancel()
		p.cancel = nil
	}
}

// ask gets the picture at a size in device pixels: from memory at once, else later. Until then a picture of another size stands in for it.
func (p *thumb) ask(px int) {
	if px == 0 || px == p.px || p.shown.ID == 0 {
		return
	}
	p.drop()
	p.px = px
	if im, ok := p.thumbs.Cached(p.shown, px); ok {
		p.im, p.failed = im, nil
		return
	}
	if im, ok := p.thumbs.Nearest(p.shown, px); ok {
		p.im = im
	}
	p.cancel = p.thumbs.Request(p.shown, px, func(im image.Image, err error) {
		p.cancel = nil
		switch {
		case err == nil:
			p.im, p.failed = im, nil
		case errors.Is(err, media.ErrDropped):
			p.px = 0 // asked again when it is bound again
			return
		default:
			p.failed = err
		}
		p.landed()
	})
}

// sign gives the icon of a cell without a picture: nothing while it may still come.
func (p *thumb) sign(clip bool) fyne.Resource {
	switch {
	case p.im != nil || p.failed == nil:
		return nil
	case clip && errors.Is(p.failed, media.ErrNoDecoder):
		return resources.IconFilm()
	}
	return resources.IconWarning()
}

// wanted gives the longer side of a cell in device pixels.
func wanted(o fyne.CanvasObject) int {
	s := o.Size()
	return int(max(s.Width, s.Height)*scaleOf(o) + 0.5)
}

// scaleOf gives how many device pixels a px is where an object is shown; 1 while it is nowhere.
func scaleOf(o fyne.CanvasObject) float32 {
	if on := fyne.CurrentApp().Driver().CanvasForObject(o); on != nil {
		return on.Scale()
	}
	return 1
}

// fitThumbs has as many pictures kept as the window has room for.
func (g *Gallery) fitThumbs() {
	on := g.window()
	if on == nil {
		return
	}
	s, scale := on.Size(), on.Scale()
	if pixels := int(s.Width * s.Height * scale * scale); pixels != g.fitted {
		g.fitted = pixels
		g.o.Thumbs.Fit(pixels)
	}
}
