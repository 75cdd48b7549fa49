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
)

// The largest picture that is decoded. 64 megapixels are 256 MB while decoding; the service makes at most 14.7 (3840 x 3840).
const (
	maxPixels = 64 << 20
	maxSide   = 16384
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
	if err := checkSize(config.Width, config.Height); err != nil {
		return nil, err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, err
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
	return im, nil
}

// checkSize refuses what is too large to decode.
func checkSize(width, height int) error {
	if width <= 0 || height <= 0 {
		return fmt.Errorf("%w: %d x %d pixels", ErrDamaged, width, height)
	}
	if width > maxSide || height > maxSide || width*height > maxPixels {
		return fmt.Errorf("%w: %d x %d pixels", ErrTooLarge, width, height)
	}
	return nil
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
		return premultiplied(imaging.Resize(im, want.X, want.Y, imaging.Box))
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
