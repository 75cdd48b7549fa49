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

// largePixels is where a picture is large: two of those are never decoded at once, because each takes 70 MB and more.
const largePixels = 8 << 20

// readPicture decodes the picture at path. Errors: [ErrDamaged], [ErrTooLarge] and those of opening the file.
func readPicture(path string) (*image.RGBA, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // it was only read
	return decodePicture(f)
}

// decodePicture is readPicture on an open file, at its beginning.
func decodePicture(f io.ReadSeeker) (*image.RGBA, error) {
	p, err := picturefile.Read(f)
	if errors.Is(err, picturefile.ErrFormat) {
		err = fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return p.Image, err
}

// shrink gives im at most px on its longer side, as an RGBA image without padding between rows: the only kind that the
// window uploads without converting it on its own goroutine. A box filter averages every source pixel, so fine texture
// does not flicker.
func shrink(im image.Image, px int) *image.RGBA {
	size := im.Bounds().Size()
	if want := picturefile.Fit(size, px); want != size {
		filter := imaging.Box
		if max(size.X, size.Y) < 2*px {
			filter = imaging.Linear // boxes of one pixel and of two would stand side by side
		}
		return picturefile.Premultiplied(imaging.Resize(im, want.X, want.Y, filter))
	}
	if same, ok := im.(*image.RGBA); ok && same.Stride == 4*size.X && same.Rect.Min == (image.Point{}) {
		return same
	}
	return picturefile.Premultiplied(imaging.Clone(im))
}

// readSmall is readPicture for a thumbnail: the result may be smaller than the picture, down to px on its longer side.
// Where the file is of a kind that cannot be reduced while it is read, or is not whole, it is readPicture's.
func readSmall(path string, px int) (image.Image, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if im := picturefile.Reduced(f, px); im != nil {
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

// Frame gives the picture of a clip that is shown at a time, in its own size. Errors: those of [Decoder.Frame].
func (t *Thumbs) Frame(ctx context.Context, clip db.Asset, at time.Duration) (image.Image, error) {
	path, err := t.Files.AbsPath(clip.Path)
	if err != nil {
		return nil, err
	}
	return t.Posters.Frame(ctx, path, at, 0)
}

// endPx is the longer side of a picture that [Thumbs.End] gives, and longAfter is past the end of any clip.
const (
	endPx     = 512
	longAfter = 1000 * time.Hour
)

// End gives the first or the last picture of a clip, small, and waits until it is there: off the window's goroutine. It
// is kept on disk. Errors are those of [Thumbs.Image].
func (t *Thumbs) End(ctx context.Context, clip db.Asset, last bool) (image.Image, error) {
	shown, ending, at := t.shownName(clip), "-first", time.Duration(0)
	if last {
		ending, at = "-last", longAfter
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
	im, err := t.Posters.Frame(ctx, path, at, endPx)
	if err == nil && shown != "" {
		t.store(name, shrink(im, endPx))
	}
	return im, err
}

// Whole decodes the picture of an asset at its own size, a JPEG that is too large for that at a half, a quarter or an
// eighth of it, and waits until that is done. Nothing is kept: a screen that shows whole pictures bounds them itself.
// Not for clips, and not on the window's goroutine.
//
// Errors: [ErrDamaged], [ErrTooLarge] and those of opening the file.
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
