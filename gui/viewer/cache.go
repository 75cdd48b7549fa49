package viewer

import (
	"context"
	"log/slog"
	"slices"

	"viviscope/client/picturefile/reduce"
	"viviscope/db"
)

// cacheBytes bounds the decoded pictures: the one that is shown and its neighbours, with their reduced sizes. The one
// that is shown is kept whatever its size.
const cacheBytes = 160 << 20

// imageCache decodes the pictures around the one that is shown. It belongs to the window's goroutine. Other goroutines
// decode, one picture at a time, and one more if the shown picture is not the one being decoded.
type imageCache struct {
	d         *Deps
	onDecoded func(id int64) // a wanted picture is there, or why it is not

	want []db.Asset // the shown one first, then its neighbours
	held map[int64]*decoded
	busy map[int64]bool
}

// decoded is a picture, or the reason why it cannot be decoded.
type decoded struct {
	picture *reduce.Pyramid
	err     error
}

func newImageCache(d *Deps) *imageCache {
	return &imageCache{d: d, held: map[int64]*decoded{}, busy: map[int64]bool{}}
}

// prefetch decodes these assets in their order and drops all others.
func (c *imageCache) prefetch(assets ...db.Asset) {
	c.want = assets
	for id := range c.held {
		if !c.wanted(id) {
			delete(c.held, id)
		}
	}
	c.dispatch()
}

// get returns the result for an asset; nil while it is not decoded.
func (c *imageCache) get(id int64) *decoded { return c.held[id] }

// forget drops an asset, so that it is decoded again: its file may have come back.
func (c *imageCache) forget(id int64) { delete(c.held, id) }

func (c *imageCache) wanted(id int64) bool {
	return slices.ContainsFunc(c.want, func(a db.Asset) bool { return a.ID == id })
}

// dispatch decodes the next wanted picture.
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

func (c *imageCache) decode(a db.Asset) {
	c.busy[a.ID] = true
	c.d.Go(func(context.Context) {
		im, err := c.d.Pictures.Whole(a)
		k := &decoded{err: err}
		if err == nil {
			k.picture = reduce.NewPyramid(im)
		}
		c.d.Post(func() {
			delete(c.busy, a.ID)
			if err != nil {
				c.d.Log().Warn("cannot show a picture", slog.Int64("asset", a.ID), slog.Any("err", err))
			}
			if c.wanted(a.ID) {
				c.held[a.ID] = k
				c.onDecoded(a.ID)
			}
			c.dispatch()
		})
	})
}

// estimate returns the bytes of a picture with its reduced sizes.
func estimate(a db.Asset) int64 { return int64(a.Width) * int64(a.Height) * 4 * 4 / 3 }
