package viewer

import (
	"context"
	"errors"
	"log/slog"
	"slices"

	"viviscope/db"
	"viviscope/gui/facts"
	"viviscope/gui/media/reduce"
)

// show shows an asset, alone.
func (s *Screen) show(a db.Asset) {
	s.comparison.end()
	s.stop()
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.asset, s.known = a, known{}
	s.index = -1
	if s.seq != nil {
		s.index = s.seq.IndexOf(a.ID)
	}
	s.prefetch()
	if a.Kind == db.Clip {
		s.pic.clear()
		s.clip.load(a)
	} else {
		s.clip.clear()
		s.pic.load(a)
	}
	s.refresh()
	ctx := s.ctx
	s.run(func() { s.read(ctx, a) })
}

// prefetch has the picture that is shown decoded, and its neighbours after it.
func (s *Screen) prefetch() {
	var want []db.Asset
	if s.asset.Kind == db.Picture {
		want = append(want, s.asset)
	}
	for _, step := range []int{1, -1} {
		if a, ok := s.neighbour(step); ok && a.Kind == db.Picture {
			want = append(want, a)
		}
	}
	s.images.prefetch(want...)
}

// neighbour gives the asset that many places on, or back.
func (s *Screen) neighbour(step int) (db.Asset, bool) {
	if s.seq == nil || s.index < 0 {
		return db.Asset{}, false
	}
	i := s.index + step
	if i < 0 || i >= s.seq.Len() {
		return db.Asset{}, false
	}
	return s.seq.At(i)
}

// step shows the asset that many places on, or back, where there is one.
func (s *Screen) step(n int) {
	if a, ok := s.neighbour(n); ok {
		s.show(a)
	}
}

// end shows the first asset of the sequence, or the last.
func (s *Screen) end(last bool) {
	if s.seq == nil || s.seq.Len() == 0 {
		return
	}
	i := 0
	if last {
		i = s.seq.Len() - 1
	}
	if a, ok := s.seq.At(i); ok && a.ID != s.asset.ID {
		s.show(a)
	}
}

// follow shows an asset that the one before led to; the sequence stays, though it may not be in it.
func (s *Screen) follow(a db.Asset) {
	s.show(a)
	s.Focus()
}

// read reads the row of an asset, what made it and its family, and shows all of it at once. Off the window's goroutine.
func (s *Screen) read(ctx context.Context, a db.Asset) {
	k := known{read: true}
	row, err := s.d.Library.Asset(ctx, a.ID)
	switch {
	case errors.Is(err, db.ErrNotFound):
		k.gone, row = true, a
	case err != nil:
		row, k.unread = a, s.cannotRead(ctx, a, err)
	}
	if k.Known, err = facts.ReadKnown(ctx, s.d.Library, s.d.Nav, row); err != nil {
		k.unread = s.cannotRead(ctx, a, err)
	}
	s.d.Post(func() {
		if ctx.Err() != nil || s.asset.ID != a.ID {
			return
		}
		moved := row.Path != s.asset.Path
		s.asset, s.known = row, k
		if moved { // into the trash, or out of it
			s.images.forget(row.ID)
			s.prefetch()
			if row.Kind == db.Clip {
				s.clip.load(row)
			}
		}
		s.comparison.familyRead()
		s.refresh()
	})
}

// cannotRead takes note of what could not be read; it answers true.
func (s *Screen) cannotRead(ctx context.Context, a db.Asset, err error) bool {
	if ctx.Err() == nil {
		s.d.Log().Warn("cannot read what belongs to an asset", slog.Int64("asset", a.ID), slog.Any("err", err))
	}
	return true
}

// cacheBytes bounds the pictures that are kept decoded: the one that is shown and its neighbours, with their smaller
// sizes. The one that is shown is kept whatever it takes.
const cacheBytes = 160 << 20

// imageCache keeps whole pictures of the assets around the one that is shown. It belongs to the window's goroutine; decoding is
// done off it, one at a time, and one more where the picture that is looked at is not the one being decoded.
type imageCache struct {
	s *Screen

	want []db.Asset // the one that is shown first, then its neighbours
	held map[int64]*decoded
	busy map[int64]bool
}

// decoded is one picture, or why there is none.
type decoded struct {
	picture *reduce.Pyramid
	err     error
}

func newImageCache(s *Screen) *imageCache {
	return &imageCache{s: s, held: map[int64]*decoded{}, busy: map[int64]bool{}}
}

// prefetch makes the first asset the one that is shown and lets go of everything that is not among these.
func (c *imageCache) prefetch(assets ...db.Asset) {
	c.want = assets
	for id := range c.held {
		if !c.wanted(id) {
			delete(c.held, id)
		}
	}
	c.dispatch()
}

// get gives what is there of an asset; nil while it is not decoded.
func (c *imageCache) get(id int64) *decoded { return c.held[id] }

// forget decodes an asset anew when it is next shown: its file may be there again.
func (c *imageCache) forget(id int64) { delete(c.held, id) }

func (c *imageCache) wanted(id int64) bool {
	return slices.ContainsFunc(c.want, func(a db.Asset) bool { return a.ID == id })
}

// dispatch decodes what is wanted next.
func (c *imageCache) dispatch() {
	var used int64
	for i, a := range c.want {
		used += estimate(a)
		if c.held[a.ID] != nil || c.busy[a.ID] {
			continue
		}
		if i > 0 && (used > cacheBytes || len(c.busy) > 0) || len(c.busy) > 1 {
			return
		}
		c.decode(a)
	}
}

// estimate is what a picture takes with its smaller sizes, in bytes.
func estimate(a db.Asset) int64 { return int64(a.Width) * int64(a.Height) * 4 * 4 / 3 }

func (c *imageCache) decode(a db.Asset) {
	c.busy[a.ID] = true
	c.s.run(func() {
		im, err := c.s.d.Pictures.Whole(a)
		k := &decoded{err: err}
		if err == nil {
			k.picture = reduce.NewPyramid(im)
		}
		c.s.d.Post(func() {
			delete(c.busy, a.ID)
			if err != nil {
				c.s.d.Log().Warn("cannot show a picture", slog.Int64("asset", a.ID), slog.Any("err", err))
			}
			if c.wanted(a.ID) {
				c.held[a.ID] = k
				c.s.imageDecoded(a.ID)
			}
			c.dispatch()
		})
	})
}
