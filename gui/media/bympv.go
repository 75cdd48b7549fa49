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

// mpvStrip takes the strip with libmpv.
func mpvStrip(ctx context.Context, s *mpv.Stills, path string, exact bool) (*image.RGBA, error) {
	c, err := s.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	size := tileSize(c.Size())
	sheet := newSheet(size)
	var tile *image.RGBA
	var stood, between time.Duration // where tile is of, and how far the key frame before it is
	for i := range StripTiles {
		if !exact && tile != nil && tileTime(i, c.Length()) < stood+between {
			sheet.put(i, tile) // key frames stand at even distances; where they do not, the exact strip puts it right
			continue
		}
		if err := c.Seek(ctx, mpv.FrameStart(tileTime(i, c.Length()), c.Length(), c.FPS()), exact); err != nil {
			return nil, err
		}
		at, err := c.At()
		if err != nil {
			return nil, err
		}
		// Several tiles may fall to one key frame, which is drawn once.
		if tile == nil || at != stood {
			if tile, err = c.Picture(ctx, size); err != nil {
				return nil, err
			}
			if i > 0 {
				between = at - stood
			}
			stood = at
		}
		sheet.put(i, tile)
	}
	return sheet.im, nil
}
