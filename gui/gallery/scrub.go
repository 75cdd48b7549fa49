package gallery

import (
	"image"
	"image/draw"
	"time"

	"viviscope/db"
	"viviscope/gui/media"
)

// scrub shows a clip under the pointer from its start at the left edge to its end at the right. The pictures come from one strip, which is
// asked for when the pointer first moves over the clip.
type scrub struct {
	g       *Gallery
	changed func()

	id     int64 // of the clip under the pointer; 0: none
	at     float32
	strip  image.Image
	tiles  [media.StripTiles]*image.RGBA // cut out of the strip as they are needed
	cancel func()
}

func newScrub(g *Gallery, changed func()) scrub {
	return scrub{g: g, changed: changed, cancel: func() {}}
}

// move shows the part of a clip that lies at a part of the cell's width.
func (s *scrub) move(a db.Asset, at float32) {
	if a.Kind != db.Clip || s.g.o.ReduceMotion() {
		return
	}
	s.at = min(max(at, 0), 1)
	if s.id != a.ID {
		s.leave()
		s.id = a.ID
		s.cancel = s.g.o.Thumbs.Strip(a, func(im image.Image, err error) {
			if err != nil {
				return // the poster stays; why a clip cannot be shown stands in the detail pane
			}
			s.strip, s.tiles = im, [media.StripTiles]*image.RGBA{}
			s.changed()
		})
	}
	if s.strip != nil {
		s.changed()
	}
}

// leave ends it.
func (s *scrub) leave() {
	if s.id == 0 {
		return
	}
	s.cancel()
	s.id, s.strip, s.tiles, s.cancel = 0, nil, [media.StripTiles]*image.RGBA{}, func() {}
	s.changed()
}

// part is how far the pointer is.
func (s *scrub) part() float32 { return s.at }

// image is what is shown instead of the poster; nil: the poster.
func (s *scrub) image() image.Image {
	if s.strip == nil {
		return nil
	}
	i := min(int(s.at*media.StripTiles), media.StripTiles-1)
	if s.tiles[i] == nil {
		// A part of a picture cannot be shown: its rows must lie side by side.
		r := media.TileAt(s.strip, time.Duration(i)*time.Second, media.StripTiles*time.Second)
		s.tiles[i] = image.NewRGBA(image.Rect(0, 0, r.Dx(), r.Dy()))
		draw.Draw(s.tiles[i], s.tiles[i].Rect, s.strip, r.Min, draw.Src)
	}
	return s.tiles[i]
}
