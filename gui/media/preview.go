package media

import (
	"errors"
	"image"

	"viviscope/db"
)

// Preview is the picture of one asset after another, for what shows one at a time: what was asked for the one before
// never comes. It belongs to the window's goroutine.
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

// Load gets the picture of an asset at a size in device pixels: from memory at once, else later. Until then a picture
// of another size stands in for it. Without an asset it lets go of everything; without a size it waits for one.
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

// Scrub shows a clip under the pointer from its start at the left edge to its end at the right. The pictures come from
// one strip, which is asked for when the pointer first moves over the clip. It belongs to the window's goroutine.
type Scrub struct {
	At    float32       // where the pointer is, 0 to 1
	Tiles []image.Image // of the clip; nil: not there yet, or the pointer is elsewhere

	pictures Pictures
	still    func() bool // nothing is to move
	changed  func()
	id       int64 // of the clip under the pointer; 0: none
	cancel   func()
}

// NewScrub makes one that is over nothing. changed is called when something else is to be shown.
func NewScrub(pictures Pictures, still func() bool, changed func()) Scrub {
	return Scrub{pictures: pictures, still: still, changed: changed, cancel: func() {}}
}

// Move shows the part of a clip that lies at a part of its picture's width.
func (s *Scrub) Move(a db.Asset, at float32) {
	if a.Kind != db.Clip || s.still() {
		return
	}
	s.At = min(max(at, 0), 1)
	if s.id != a.ID {
		s.Leave()
		s.id = a.ID
		s.cancel = s.pictures.Strip(a, func(im image.Image, err error) {
			if err != nil {
				return // the poster stays; why a clip cannot be shown stands with its facts
			}
			s.Tiles = Tiles(im)
			s.changed()
		})
	}
	if s.Tiles != nil {
		s.changed()
	}
}

// Leave lets go of the clip.
func (s *Scrub) Leave() {
	if s.id == 0 {
		return
	}
	s.cancel()
	s.id, s.Tiles, s.cancel = 0, nil, func() {}
	s.changed()
}

// Image is what is shown instead of the poster; nil: the poster.
func (s *Scrub) Image() image.Image {
	if s.Tiles == nil {
		return nil
	}
	return s.Tiles[min(int(s.At*StripTiles), StripTiles-1)]
}
