package media

import (
	"errors"
	"image"

	"viviscope/db"
)

// Preview holds the picture of one asset at a time. Loading another asset cancels the pending request. Use it on the
// window goroutine only.
type Preview struct {
	Image image.Image // nil: not loaded yet
	Err   error       // why loading failed

	pictures  Pictures
	onChanged func() // called when Image or Err changes later
	asset     db.Asset
	px        int    // requested size; 0: none
	cancel    func() // cancels the pending request; nil: none
}

// NewPreview creates an empty preview. onChanged is called when a pending request completes.
func NewPreview(pictures Pictures, came func()) *Preview {
	return &Preview{pictures: pictures, onChanged: came}
}

// Load loads the picture of an asset at a size in device pixels: from memory immediately, or else later. Until then it
// shows a picture of another size. A zero asset clears the preview. Nothing is requested while px is 0.
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
			p.px = 0 // the next Load requests it again
			return
		default:
			p.Err = err
		}
		p.onChanged()
	})
}

func (p *Preview) drop() {
	if p.cancel != nil {
		p.cancel()
		p.cancel = nil
	}
}

// Scrub shows the frame of a clip at the pointer: the left edge is its start, the right edge its end. It requests the
// strip when the pointer enters. Use it on the window goroutine only.
type Scrub struct {
	At    float32       // relative position of the pointer, 0 to 1
	Tiles []image.Image // of the clip; nil: not loaded, or the pointer is elsewhere

	pictures Pictures
	noMotion func() bool // reports whether animations are disabled
	changed  func()
	id       int64 // of the clip under the pointer; 0: none
	cancel   func()
}

// NewScrub creates an inactive Scrub. changed is called when Image returns another picture.
func NewScrub(pictures Pictures, still func() bool, changed func()) Scrub {
	return Scrub{pictures: pictures, noMotion: still, changed: changed, cancel: func() {}}
}

// Move shows the part of a clip at a relative position of the pointer.
func (s *Scrub) Move(a db.Asset, at float32) {
	if a.Kind != db.Clip || s.noMotion() {
		return
	}
	s.At = min(max(at, 0), 1)
	if s.id != a.ID {
		s.Leave()
		s.id = a.ID
		s.cancel = s.pictures.Strip(a, func(im image.Image, err error) {
			if err != nil {
				return // keep the poster; the facts of the clip show why it cannot be decoded
			}
			s.Tiles = Tiles(im)
			s.changed()
		})
	}
	if s.Tiles != nil {
		s.changed()
	}
}

// Leave ends scrubbing and cancels the request.
func (s *Scrub) Leave() {
	if s.id == 0 {
		return
	}
	s.cancel()
	s.id, s.Tiles, s.cancel = 0, nil, func() {}
	s.changed()
}

// Image returns the picture to show instead of the poster; nil: the poster.
func (s *Scrub) Image() image.Image {
	if s.Tiles == nil {
		return nil
	}
	return s.Tiles[min(int(s.At*StripTiles), StripTiles-1)]
}
