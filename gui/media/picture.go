package media

import (
	"bufio"
	"fmt"
	"image"
	_ "image/jpeg" // what the service makes
	_ "image/png"  // what the service makes
	"io"
	"math"
	"os"

	"github.com/disintegration/imaging"
	_ "golang.org/x/image/webp" // imported pictures

	"viviscope/client"
	"viviscope/gui/media/bounds"
	"viviscope/gui/media/narrow"
)

// largePixels is where a picture is large: two of those are never decoded at once, because each takes 70 MB and more.
const largePixels = 8 << 20

// readPicture decodes the picture at path. The header is read first, and a picture over the limits is refused before memory is
// spent on it. Photographs are turned as their EXIF orientation says.
func readPicture(path string) (image.Image, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	im, err := decodePicture(f)
	if err != nil {
		return nil, err
	}
	return im, nil
}

// decodePicture is readPicture on an open file. A decoder that panics on hostile bytes is a damaged file too: it must not take the
// program with it.
func decodePicture(f io.ReadSeeker) (im image.Image, err error) {
	defer func() {
		if r := recover(); r != nil {
			im, err = nil, fmt.Errorf("%w: decoder gave up: %v", ErrDamaged, r)
		}
	}()
	config, format, err := image.DecodeConfig(bufio.NewReader(f))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if err := bounds.Check(config.Width, config.Height); err != nil {
		return nil, err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	if format == "jpeg" {
		if err := bounds.CheckJPEG(f); err != nil {
			return nil, err
		}
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
	}
	if format == "webp" {
		if err := client.CheckWebPSize(bufio.NewReader(f), config.Width, config.Height); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
	}
	// Only JPEG carries an orientation that matters; the others are spared the second reader.
	im, err = imaging.Decode(bufio.NewReader(f), imaging.AutoOrientation(format == "jpeg"))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if format == "webp" {
		im = narrow.Widen(im, premultiplied(imaging.Clone(im)))
	}
	return im, nil
}

// fit gives the size that fills a square of px, whole, in the ratio of size. Nothing is ever enlarged.
func fit(size image.Point, px int) image.Point {
	long := max(size.X, size.Y)
	if long <= px || long == 0 {
		return size
	}
	scale := float64(px) / float64(long)
	return image.Pt(
		max(1, int(math.Round(float64(size.X)*scale))),
		max(1, int(math.Round(float64(size.Y)*scale))),
	)
}

// shrink gives im at most px on its longer side, as an RGBA image without padding between rows: the only kind that the window uploads
// without converting it on its own goroutine. A box filter averages every source pixel, so fine texture does not flicker.
func shrink(im image.Image, px int) *image.RGBA {
	size := im.Bounds().Size()
	if want := fit(size, px); want != size {
		filter := imaging.Box
		if max(size.X, size.Y) < 2*px {
			filter = imaging.Linear // boxes of one pixel and of two would stand side by side
		}
		return premultiplied(imaging.Resize(im, want.X, want.Y, filter))
	}
	if same, ok := im.(*image.RGBA); ok && same.Stride == 4*size.X && same.Rect.Min == (image.Point{}) {
		return same
	}
	return premultiplied(imaging.Clone(im))
}

// premultiplied turns n into an image.RGBA in place. For opaque pixels the bytes are the same.
func premultiplied(n *image.NRGBA) *image.RGBA {
	pix := n.Pix
	for i := 3; i < len(pix); i += 4 {
		a := uint32(pix[i])
		if a == 0xff {
			continue
		}
		for c := i - 3; c < i; c++ {
			pix[c] = uint8((uint32(pix[c])*a + 127) / 255)
		}
	}
	return &image.RGBA{Pix: pix, Stride: n.Stride, Rect: n.Rect}
}
