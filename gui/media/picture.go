package media

import (
	"bufio"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	_ "image/jpeg"
	"image/png"
	_ "image/png"
	"io"
	"math"
	"os"

	"github.com/disintegration/imaging"
	_ "golang.org/x/image/webp" // imported pictures

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/media/bounds"
	"viviscope/gui/media/narrow"
	"viviscope/gui/media/reduce"
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

// jpegBytes is the largest JPEG that is read into memory to be reduced; 64 megapixels of the best quality have half of that.
const jpegBytes = 64 << 20

// readSmall is readPicture for a thumbnail: the result may be smaller than the picture, down to px on its longer side. Where the file is of a
// kind that cannot be reduced while it is read, or is not whole, it is readPicture's.
func readSmall(path string, px int) (image.Image, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if im := reduced(f, px); im != nil {
		return im, nil
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	im, err := decodePicture(f)
	if err != nil {
		return nil, err
	}
	return im, nil
}

// reduced gives the picture in small, or nil. Why it is nil is for decodePicture to find out.
func reduced(f *os.File, px int) (im image.Image) {
	defer func() {
		if recover() != nil {
			im = nil
		}
	}()
	config, format, err := image.DecodeConfig(bufio.NewReader(f))
	if err != nil || bounds.Check(config.Width, config.Height) != nil {
		return nil
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil
	}
	switch format {
	case "png":
		if small, err := reduce.PNG(f, px); err == nil {
			return small
		}
	case "jpeg":
		info, err := f.Stat()
		if err != nil || info.Size() > jpegBytes {
			return nil
		}
		whole := make([]byte, info.Size())
		if _, err := io.ReadFull(f, whole); err != nil {
			return nil
		}
		if small, turn, err := reduce.JPEG(whole, px); err == nil {
			return upright(small, turn)
		}
	}
	return nil
}

// upright turns a photograph as its EXIF orientation (EXIF 2.3, 4.6.4 A) says.
func upright(im image.Image, turn int) image.Image {
	switch turn {
	case 2:
		return imaging.FlipH(im)
	case 3:
		return imaging.Rotate180(im)
	case 4:
		return imaging.FlipV(im)
	case 5:
		return imaging.Transpose(im)
	case 6:
		return imaging.Rotate270(im)
	case 7:
		return imaging.Transverse(im)
	case 8:
		return imaging.Rotate90(im)
	}
	return im
}

// CheckPicture decodes a picture to its end and keeps nothing of it. What is too large, or of a kind that this program cannot decode, is
// not called damaged. Errors: [ErrDamaged], and those of opening the file.
func CheckPicture(path string) error {
	_, err := readSmall(path, checkPx)
	var png png.UnsupportedError
	var jpeg jpeg.UnsupportedError
	if errors.Is(err, ErrTooLarge) || errors.As(err, &png) || errors.As(err, &jpeg) || errors.Is(err, ErrDamaged) && isAnimated(path) {
		return nil
	}
	return err
}

// checkPx is the size down to which a picture is reduced when it is only checked: the smaller, the less memory.
const checkPx = 64

// isAnimated reports whether a file is a WebP with frames (RIFF container of WebP, "Extended File Format"), which is not decoded here.
func isAnimated(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close() // it was only read
	var head [21]byte
	_, err = io.ReadFull(f, head[:])
	return err == nil && string(head[8:16]) == "WEBPVP8X" && head[20]&0x02 != 0
}

// Whole decodes the picture of an asset at its own size, and waits until that is done. Nothing is kept: a screen that
// shows whole pictures bounds them itself. Not for clips, and not on the window's goroutine.
//
// Errors: [ErrDamaged], [ErrTooLarge] and those of opening the file.
func (t *Thumbs) Whole(asset db.Asset) (*image.RGBA, error) {
	path, err := t.Files.AbsPath(asset.Path)
	if err != nil {
		return nil, err
	}
	im, err := readPicture(path)
	if err != nil {
		return nil, fmt.Errorf("show %s: %w", asset.Path, err)
	}
	return shrink(im, bounds.MaxSide), nil
}
