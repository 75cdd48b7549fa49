package viewer

import (
	"image"
	"log/slog"

	"viviscope/db"
	"viviscope/gui/stage"
)

// shelfBytes bounds the pictures that are kept decoded: the one that is shown and its neighbours, with their smaller
// sizes. The one that is shown is kept whatever it takes.
const shelfBytes = 160 << 20

// shelf keeps whole pictures of the assets around the one that is shown. It belongs to the window's goroutine; decoding is
// done off it, one at a time, and one more where the picture that is looked at is not the one being decoded.
type shelf struct {
	pictures Pictures
	run      func(func())
	post     func(func())
	log      *slog.Logger
	landed   func(id int64) // a picture, or why there is none, is there

	want []db.Asset // the one that is shown first, then its neighbours
	held map[int64]*kept
	busy map[int64]bool
}

// kept is one decoded picture, or why there is none.
type kept struct {
	image   *image.RGBA
	picture *stage.Picture // the same, for the stage
	bytes   int64
	err     error
}

func newShelf(d *Deps, landed func(id int64)) *shelf {
	return &shelf{pictures: d.Pictures, run: d.Go, post: d.Post, log: d.Log, landed: landed, held: map[int64]*kept{}, busy: map[int64]bool{}}
}

// look makes the first asset the one that is shown and lets go of everything that is not among these.
func (s *shelf) look(assets ...db.Asset) {
	s.want = assets
	for id := range s.held {
		if !s.wanted(id) {
			delete(s.held, id)
		}
	}
	s.pump()
}

// get gives what is there of an asset; nil while it is not decoded.
func (s *shelf) get(id int64) *kept { return s.held[id] }

// forget decodes an asset anew when it is next looked at: its file may be there again.
func (s *shelf) forget(id int64) { delete(s.held, id) }

func (s *shelf) wanted(id int64) bool {
	for _, a := range s.want {
		if a.ID == id {
			return true
		}
	}
	return false
}

// pump decodes what is wanted next.
func (s *shelf) pump() {
	var used int64
	for i, a := range s.want {
		if k := s.held[a.ID]; k != nil {
			used += max(k.bytes, estimate(a))
			continue
		}
		used += estimate(a)
		if s.busy[a.ID] {
			continue
		}
		if i > 0 && (used > shelfBytes || len(s.busy) > 0) || len(s.busy) > 1 {
			return
		}
		s.decode(a)
	}
}

// estimate is what a picture takes with its smaller sizes, in bytes.
func estimate(a db.Asset) int64 { return int64(a.Width) * int64(a.Height) * 4 * 4 / 3 }

func (s *shelf) decode(a db.Asset) {
	s.busy[a.ID] = true
	s.run(func() {
		im, err := s.pictures.Whole(a)
		k := &kept{image: im, err: err}
		if err == nil {
			k.bytes = int64(len(im.Pix)) * 4 / 3
			k.picture = stage.NewPicture(im)
			k.picture.Prepare()
		}
		s.post(func() {
			delete(s.busy, a.ID)
			if err != nil {
				s.log.Warn("cannot show a picture", slog.Int64("asset", a.ID), slog.Any("err", err))
			}
			if s.wanted(a.ID) {
				s.held[a.ID] = k
				s.landed(a.ID)
			}
			s.pump()
		})
	})
}
