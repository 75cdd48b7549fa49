package media

import (
	"context"
	"errors"
	"image"
	"io/fs"
	"time"

	"viviscope/db"
)

// A strip shows a clip from its start to its end in pictures side by side, from left to right.
const (
	StripTiles = 16  // pictures in a strip
	StripWidth = 160 // of each, in pixels; the height follows the clip's ratio
)

// Strips makes strips of clips. A [Posters] may be one too, as [*Decoder] is.
type Strips interface {
	// Strip gives [StripTiles] pictures of the clip at path, each [StripWidth] pixels wide, side by side without a gap: the middles of
	// as many equal parts of the clip. Where exact is false it may give the key frames before them, and be quick.
	Strip(ctx context.Context, path string, exact bool) (*image.RGBA, error)
}

// TileAt gives the tile of a strip that shows a time of a clip of a length.
func TileAt(strip image.Image, at, length time.Duration) image.Rectangle {
	i := 0
	if length > 0 {
		i = min(max(int(StripTiles*at/length), 0), StripTiles-1)
	}
	r := strip.Bounds()
	w := r.Dx() / StripTiles
	return image.Rect(r.Min.X+i*w, r.Min.Y, r.Min.X+(i+1)*w, r.Max.Y)
}

// tileTime is the middle of one of the parts of a clip.
func tileTime(i int, length time.Duration) time.Duration {
	return time.Duration(2*i+1) * length / (2 * StripTiles)
}

// tileSize gives the size of the tiles of a clip.
func tileSize(clip image.Point) image.Point {
	if clip.X <= 0 {
		return image.Pt(StripWidth, 1)
	}
	return image.Pt(StripWidth, min(max(1, (clip.Y*StripWidth+clip.X/2)/clip.X), 4*StripWidth))
}

// sheet is a strip in the making.
type sheet struct {
	im   *image.RGBA
	tile image.Point
}

func newSheet(tile image.Point) *sheet {
	return &sheet{image.NewRGBA(image.Rect(0, 0, StripTiles*tile.X, tile.Y)), tile}
}

// put copies a tile to its place.
func (s *sheet) put(i int, tile *image.RGBA) {
	for y := range s.tile.Y {
		copy(s.im.Pix[y*s.im.Stride+4*i*s.tile.X:][:4*s.tile.X], tile.Pix[y*tile.Stride:])
	}
}

// stripOf and keysOf name the strip of a clip, exact and of key frames.
func stripOf(asset db.Asset) key { return key{"strip:" + contentOf(asset), StripTiles} }
func keysOf(asset db.Asset) key  { return key{"keys:" + contentOf(asset), StripTiles} }

// Strip asks for the strip of a clip and returns at once; done gets it, or an error as of [Thumbs.Image], on the window's goroutine. What is
// not kept on disk yet comes twice: first from key frames, within a moment, then exact. After cancel was called on that goroutine, done
// is not called any more; the exact strip is then given up.
func (t *Thumbs) Strip(asset db.Asset, done func(image.Image, error)) (cancel func()) {
	t.mu.Lock()
	exact, coarse := t.memory.get(stripOf(asset)), t.memory.get(keysOf(asset))
	err := t.failed[stripOf(asset).content]
	t.mu.Unlock()
	deliver, off := t.delivery(done)
	switch {
	case exact != nil || err != nil:
		deliver(exact, err)
		return off
	case coarse != nil:
		deliver(coarse, nil)
	}
	leave := t.queue.add(stripOf(asset), asset, deliver)
	return func() {
		off()
		leave()
	}
}

// makeStrip makes a strip for a flight: from the disk where it is kept, else from the clip.
func (t *Thumbs) makeStrip(f *flight) (*image.RGBA, lane, error) {
	hash := f.asset.SHA256
	if hash != "" {
		im, err := t.disk.readStrip(hash)
		if err == nil {
			return im, laneFree, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			t.log.Warn("strip not read", "err", err)
		}
	}
	if f.lane != laneStrip {
		return nil, laneStrip, nil
	}
	strips, ok := t.posters.(Strips)
	if !ok {
		return nil, laneFree, &NoDecoderError{Install: installWords()}
	}
	path, err := t.files.AbsPath(f.asset.Path)
	if err != nil {
		return nil, laneFree, err
	}
	t.mu.Lock()
	coarse := t.memory.get(keysOf(f.asset))
	t.mu.Unlock()
	if coarse == nil {
		if coarse, err = strips.Strip(f.ctx, path, false); err != nil {
			return nil, laneFree, err
		}
		t.mu.Lock()
		t.memory.put(keysOf(f.asset), coarse)
		t.mu.Unlock()
		t.queue.show(f, coarse)
	}
	exact, err := strips.Strip(f.ctx, path, true)
	if err != nil {
		return nil, laneFree, err
	}
	t.mu.Lock()
	t.memory.drop(keysOf(f.asset))
	t.mu.Unlock()
	if hash != "" {
		if err := t.disk.writeStrip(hash, exact); err != nil {
			t.log.Warn("strip not kept", "err", err)
		}
	}
	return exact, laneFree, nil
}
