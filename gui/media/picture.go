package media

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"time"

	"github.com/boxes-ltd/imaging"

	"viviscope/client/picturefile"
	"viviscope/db"
)

// largePixels is the pixel count from which on pictures are decoded one at a time, because each takes 70 MB or more.
const largePixels = 8 << 20

// readPicture decodes the picture at path. Errors: [ErrDamaged], [ErrTooLarge] and those of opening the file.
func readPicture(path string) (*image.RGBA, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // read only
	return decodePicture(f)
}

// decodePicture is readPicture for an open file at offset 0.
func decodePicture(f io.ReadSeeker) (*image.RGBA, error) {
	p, err := picturefile.Read(f)
	if errors.Is(err, picturefile.ErrFormat) {
		err = fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return p.Image, err
}

// shrink scales im down to at most px on its longer side. The result is an RGBA image without padding between rows, the
// only format that the window uploads without conversion on its own goroutine. The box filter averages all source
// pixels, so fine texture does not flicker.
func shrink(im image.Image, px int) *image.RGBA {
	size := im.Bounds().Size()
	if want := picturefile.FitSize(size, px); want != size {
		filter := imaging.Box
		if max(size.X, size.Y) < 2*px {
			filter = imaging.Linear // a box filter would mix boxes of one and two pixels
		}
		return picturefile.Premultiply(imaging.Resize(im, want.X, want.Y, filter))
	}
	if same, ok := im.(*image.RGBA); ok && same.Stride == 4*size.X && same.Rect.Min == (image.Point{}) {
		return same
	}
	return picturefile.Premultiply(imaging.Clone(im))
}

// readSmall is readPicture for a thumbnail. The result may be scaled down to px on its longer side while it is decoded.
// Other formats and truncated files are decoded in full size.
func readSmall(path string, px int) (image.Image, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if im := picturefile.DecodeReduced(f, px); im != nil {
		return im, nil
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	whole, err := decodePicture(f)
	if err != nil {
		return nil, err
	}
	return whole, nil
}

// Frame returns the frame of a clip at a time, in its own size. Errors: those of [Decoder.Frame].
func (t *Thumbs) Frame(ctx context.Context, clip db.Asset, at time.Duration) (image.Image, error) {
	path, err := t.Files.AbsPath(clip.Path)
	if err != nil {
		return nil, err
	}
	return t.Posters.Frame(ctx, path, at, 0)
}

// endFramePx is the longer side of a picture from [Thumbs.End]; pastEnd exceeds the length of every clip.
const (
	endFramePx = 512
	pastEnd    = 1000 * time.Hour
)

// End returns a small picture of the first or last frame of a clip. It blocks, so do not call it on the window
// goroutine. The picture is cached on disk. Errors: those of [Thumbs.Image].
func (t *Thumbs) End(ctx context.Context, clip db.Asset, last bool) (image.Image, error) {
	shown, ending, at := t.contentName(clip), "-first", time.Duration(0)
	if last {
		ending, at = "-last", pastEnd
	}
	name := shown + ending
	if shown != "" {
		if im := t.load(name); im != nil {
			return im, nil
		}
	}
	path, err := t.Files.AbsPath(clip.Path)
	if err != nil {
		return nil, err
	}
	im, err := t.Posters.Frame(ctx, path, at, endFramePx)
	if err == nil && shown != "" {
		t.store(name, shrink(im, endFramePx))
	}
	return im, err
}

// Whole decodes a picture in its own size. It reduces a JPEG above the size limit to a half, a quarter or an eighth. It
// blocks, so do not call it on the window goroutine. The result is not cached: the caller limits how many it keeps. Not
// for clips.
//
// Errors: [ErrDamaged], [ErrTooLarge] and errors of opening the file.
func (t *Thumbs) Whole(asset db.Asset) (*image.RGBA, error) {
	path, err := t.Files.AbsPath(asset.Path)
	if err != nil {
		return nil, err
	}
	var im image.Image
	if im, err = readPicture(path); errors.Is(err, ErrTooLarge) {
		im, err = readSmall(path, picturefile.MaxSide)
	}
	if err != nil {
		return nil, fmt.Errorf("show %s: %w", asset.Path, err)
	}
	return shrink(im, picturefile.MaxSide), nil
}
