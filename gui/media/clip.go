package media

import (
	"context"
	"errors"
	"image"
	"image/draw"
	"math"
	"sync"
	"time"

	"viviscope/client/picturefile"
	"viviscope/gui/media/mpv"
)

// A strip shows a clip as thumbnails side by side, from its start on the left to its end on the right.
const (
	StripTiles = 16  // thumbnails in a strip
	StripWidth = 160 // width of each, in pixels; the height follows the aspect ratio of the clip
)

// Tiles splits a strip into its thumbnails. It copies them, because the window can upload only pixels with contiguous
// rows.
func Tiles(strip image.Image) []image.Image {
	r, tiles := strip.Bounds(), make([]image.Image, StripTiles)
	for i := range tiles {
		tile := image.NewRGBA(image.Rect(0, 0, r.Dx()/StripTiles, r.Dy()))
		draw.Draw(tile, tile.Rect, strip, r.Min.Add(image.Pt(i*tile.Rect.Dx(), 0)), draw.Src)
		tiles[i] = tile
	}
	return tiles
}

// tileTime returns the time in a clip that tile i shows: the middle of its section.
func tileTime(i int, length time.Duration) time.Duration {
	return time.Duration(2*i+1) * length / (2 * StripTiles)
}

// tileSize returns the size of the tiles of a clip.
func tileSize(clip image.Point) image.Point {
	if clip.X <= 0 {
		return image.Pt(StripWidth, 1)
	}
	return image.Pt(StripWidth, min(max(1, (clip.Y*StripWidth+clip.X/2)/clip.X), 4*StripWidth))
}

// newStrip returns an empty strip.
func newStrip(tile image.Point) *image.RGBA {
	return image.NewRGBA(image.Rect(0, 0, StripTiles*tile.X, tile.Y))
}

// putTile copies tile i into the strip.
func putTile(strip *image.RGBA, i int, tile *image.RGBA) {
	draw.Draw(strip, tile.Rect.Add(image.Pt(i*tile.Rect.Dx(), 0)), tile, image.Point{}, draw.Src)
}

// mpvBackend decodes clips with libmpv.
type mpvBackend struct {
	lib    *mpv.Library
	stills *mpv.Stills

	mu     sync.Mutex
	closed bool // locked by mu
	// a player of its own, so that a slow strip does not delay posters; nil until first used; locked by mu
	strips *mpv.Stills
}

func (m *mpvBackend) close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	err := m.stills.Close()
	if m.strips != nil {
		err = errors.Join(err, m.strips.Close())
	}
	return err
}

// stripPlayer returns the player for strips and starts it on first use. It skips the loop filter, a third of the
// decoding work, because its effect is invisible in thumbnails of a tenth of the clip's size.
func (m *mpvBackend) stripPlayer() (_ *mpv.Stills, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return nil, ErrClosed
	}
	if m.strips == nil {
		m.strips, err = m.lib.NewStills(map[string]string{
			"vd-lavc-skiploopfilter": "all", "vd-lavc-fast": "yes", "sws-scaler": "fast-bilinear", "zimg-fast": "yes",
		})
	}
	return m.strips, err
}

// strip makes the exact strip, or the one of key frames.
func (m *mpvBackend) strip(ctx context.Context, path string, exact bool) (*image.RGBA, error) {
	s, err := m.stripPlayer()
	switch {
	case err != nil:
		return nil, err
	case exact:
		return mpvStrip(ctx, s, path)
	}
	return mpvKeys(ctx, s, path)
}

// poster decodes the poster with libmpv.
func (m *mpvBackend) poster(ctx context.Context, path string, px int) (*image.RGBA, error) {
	c, err := m.stills.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	size := picturefile.FitSize(c.Size(), px)
	first, err := c.Picture(ctx, size)
	if err != nil || hasContent(first) {
		return first, err
	}
	if err := c.Seek(ctx, c.Length()/secondLook, true); err != nil {
		return first, nil // keep the first picture although it is blank
	}
	second, err := c.Picture(ctx, size)
	if err != nil {
		return first, nil
	}
	return better(first, second), nil
}

// frame decodes one frame with libmpv.
func (m *mpvBackend) frame(ctx context.Context, path string, at time.Duration, px int) (*image.RGBA, error) {
	c, err := m.stills.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	if to := mpv.FrameStart(at, c.Length(), c.FPS()); to > 0 {
		if err := c.Seek(ctx, to, true); err != nil {
			return nil, err
		}
	}
	return c.Picture(ctx, picturefile.FitSize(c.Size(), px))
}

// mpvStrip decodes the exact strip with libmpv.
func mpvStrip(ctx context.Context, s *mpv.Stills, path string) (*image.RGBA, error) {
	c, err := s.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	size := tileSize(c.Size())
	strip := newStrip(size)
	for i := range StripTiles {
		if err := c.Seek(ctx, mpv.FrameStart(tileTime(i, c.Length()), c.Length(), c.FPS()), true); err != nil {
			return nil, err
		}
		tile, err := c.Picture(ctx, size)
		if err != nil {
			return nil, err
		}
		putTile(strip, i, tile)
	}
	return strip, nil
}

// seekThreshold is the number of key frames from which on a seek is faster than decoding all of them.
const seekThreshold = 4

// mpvKeys decodes the strip of key frames with libmpv. It steps from one key frame to the next, which takes a third of
// the time of seeking to each.
func mpvKeys(ctx context.Context, s *mpv.Stills, path string) (*image.RGBA, error) {
	c, err := s.OpenKeys(ctx, path)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	size := tileSize(c.Size())
	strip := newStrip(size)
	tile, err := c.Picture(ctx, size)
	if err != nil {
		return nil, err
	}
	at, err := c.At()
	if err != nil {
		return nil, err
	}
	length := c.Length()
	var nextAt, between time.Duration // time of next, and distance between key frames; tile has the time at
	var next *image.RGBA
	for i, ended := 0, false; i < StripTiles; i++ {
		for want := tileTime(i, length); !ended; {
			if next == nil && between > 0 && want-at > seekThreshold*between {
				if err := c.Seek(ctx, want, false); err != nil {
					return nil, err
				}
				if tile, err = c.Picture(ctx, size); err != nil {
					return nil, err
				}
				if at, err = c.At(); err != nil {
					return nil, err
				}
				between = 0 // measure it again
			}
			if next == nil {
				if next, nextAt, err = c.Step(ctx); err != nil {
					return nil, err
				}
				ended = next == nil
				if ended {
					break
				}
				between = nextAt - at
			}
			if nextAt > want {
				break
			}
			tile, at, next = next, nextAt, nil
		}
		putTile(strip, i, tile)
	}
	return strip, nil
}

// secondLook is the divisor of a clip's length that gives the time of its second poster candidate: a fifth.
const secondLook = 5

// blankSpread is the spread of brightness (standard deviation, 0 to 255) below which a picture counts as blank: black,
// white or a fade. A night sky with a few stars exceeds it.
const blankSpread = 2.5

// hasContent reports whether im is not blank.
func hasContent(im *image.RGBA) bool { return brightnessSpread(im) >= blankSpread }

// better returns the picture with more contrast. a may be nil.
func better(a, b *image.RGBA) *image.RGBA {
	if a == nil || brightnessSpread(b) >= brightnessSpread(a) {
		return b
	}
	return a
}

// brightnessSpread returns the standard deviation of the brightness, sampled on a grid of about 4,000 pixels.
func brightnessSpread(im *image.RGBA) float64 {
	size := im.Rect.Size()
	dx, dy := max(1, size.X/64), max(1, size.Y/64)
	var n, sum, squares float64
	for y := 0; y < size.Y; y += dy {
		row := im.Pix[y*im.Stride:]
		for x := 0; x < size.X; x += dx {
			p := row[4*x : 4*x+3]
			v := 0.2126*float64(p[0]) + 0.7152*float64(p[1]) + 0.0722*float64(p[2])
			n, sum, squares = n+1, sum+v, squares+v*v
		}
	}
	if n == 0 {
		return 0
	}
	mean := sum / n
	return math.Sqrt(max(0, squares/n-mean*mean))
}
