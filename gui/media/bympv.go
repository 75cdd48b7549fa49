package media

import (
	"context"
	"image"
	"time"

	"viviscope/gui/media/mpv"
)

// mpvPoster takes the poster with libmpv.
func mpvPoster(ctx context.Context, s *mpv.Stills, path string, px int) (*image.RGBA, error) {
	c, err := s.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	size := fit(c.Size(), px)
	first, err := c.Picture(ctx, size)
	if err != nil || showsSomething(first) {
		return first, err
	}
	if err := c.Seek(ctx, c.Length()/later, true); err != nil {
		return first, nil // a picture that shows nothing is still a picture
	}
	second, err := c.Picture(ctx, size)
	if err != nil {
		return first, nil
	}
	return better(first, second), nil
}

// mpvFrame takes one picture with libmpv.
func mpvFrame(ctx context.Context, s *mpv.Stills, path string, at time.Duration, px int) (*image.RGBA, error) {
	c, err := s.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	if to := mpv.FrameStart(at, c.Length(), c.FPS()); to > 0 {
		if err := c.Seek(ctx, to, true); err != nil {
			return nil, err
		}
	}
	return c.Picture(ctx, fit(c.Size(), px))
}

// mpvStrip takes the exact strip with libmpv.
func mpvStrip(ctx context.Context, s *mpv.Stills, path string) (*image.RGBA, error) {
	c, err := s.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	size := tileSize(c.Size())
	sheet := newSheet(size)
	for i := range StripTiles {
		if err := c.Seek(ctx, mpv.FrameStart(tileTime(i, c.Length()), c.Length(), c.FPS()), true); err != nil {
			return nil, err
		}
		tile, err := c.Picture(ctx, size)
		if err != nil {
			return nil, err
		}
		sheet.put(i, tile)
	}
	return sheet.im, nil
}

// farAway is how many key frames are decoded on the way to the one that is wanted, at most; a seek costs as much.
const farAway = 4

// mpvKeys takes the strip of key frames with libmpv. It goes from one to the next, which takes a third of what seeking to each takes.
func mpvKeys(ctx context.Context, s *mpv.Stills, path string) (*image.RGBA, error) {
	c, err := s.OpenKeys(ctx, path)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	size := tileSize(c.Size())
	sheet := newSheet(size)
	tile, err := c.Picture(ctx, size)
	if err != nil {
		return nil, err
	}
	at, err := c.At()
	if err != nil {
		return nil, err
	}
	length := c.Length()
	var nextAt, between time.Duration // of next, whose tile is at at, and from one key frame to the next
	var next *image.RGBA
	for i, ended := 0, false; i < StripTiles; i++ {
		for want := tileTime(i, length); !ended; {
			if next == nil && between > 0 && want-at > farAway*between {
				if err := c.Seek(ctx, want, false); err != nil {
					return nil, err
				}
				if tile, err = c.Picture(ctx, size); err != nil {
					return nil, err
				}
				if at, err = c.At(); err != nil {
					return nil, err
				}
				between = 0 // measured anew
			}
			if next == nil {
				if next, nextAt, err = c.Step(ctx); err != nil {
					return nil, err
				}
				if ended = next == nil; ended {
					break
				}
				between = nextAt - at
			}
			if nextAt > want {
				break
			}
			tile, at, next = next, nextAt, nil
		}
		sheet.put(i, tile)
	}
	return sheet.im, nil
}
