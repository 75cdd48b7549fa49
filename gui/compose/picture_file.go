package compose

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"io"
	"io/fs"
	"os"

	"golang.org/x/image/draw"

	"viviscope/client"
	"viviscope/client/linkcheck"
	"viviscope/gui/lang"
)

// MaxPictureFile bounds a local picture, bytes: what a look at a link takes too.
const MaxPictureFile = linkcheck.MaxBytes

// ErrTooLarge says that a file is over [MaxPictureFile].
var ErrTooLarge = errors.New("the file is too large")

// ReadPicture reads a picture of this computer for [Deps.File]. It blocks on the disk. Errors: those of the file system,
// ErrTooLarge, and client.ErrDamaged where it is no whole PNG, JPEG or WebP of a sane size.
func ReadPicture(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // it was only read
	return PictureOf(f)
}

// PictureOf is ReadPicture of a file that is open.
func PictureOf(f *os.File) ([]byte, error) {
	if info, err := f.Stat(); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("read picture: %w: not a file", client.ErrDamaged)
	}
	data, err := io.ReadAll(io.LimitReader(f, MaxPictureFile+1))
	if err != nil {
		return nil, err
	}
	if len(data) > MaxPictureFile {
		return nil, fmt.Errorf("read picture: %w", ErrTooLarge)
	}
	_, err = measure(data)
	return data, err
}

// measure returns the pixels of a picture file. Errors: client.ErrDamaged.
func measure(data []byte) (image.Point, error) {
	info, err := client.CheckImage(bytes.NewReader(data), int64(len(data)))
	return image.Pt(info.Width, info.Height), err
}

// decode returns a picture with at most px on its longer side, in the one form that the window draws without converting it.
func decode(data []byte, px int) (*image.RGBA, error) {
	if _, err := measure(data); err != nil {
		return nil, err
	}
	im, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("decode picture: %w", err)
	}
	size := im.Bounds().Size()
	if long := max(size.X, size.Y); long > px {
		size = image.Pt(max(1, size.X*px/long), max(1, size.Y*px/long))
	}
	small := image.NewRGBA(image.Rectangle{Max: size})
	draw.BiLinear.Scale(small, small.Rect, im, im.Bounds(), draw.Src, nil)
	return small, nil
}

// fileWords says why a local picture cannot be used.
func fileWords(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return lang.L("The file is gone.")
	case errors.Is(err, fs.ErrPermission):
		return lang.L("The file may not be read.")
	case errors.Is(err, ErrTooLarge):
		return lang.L("The file is over %d MB.", MaxPictureFile>>20)
	case errors.Is(err, client.ErrDamaged):
		return lang.L("This is no picture that the service takes: PNG, JPEG or WebP, whole, up to 40 megapixels.")
	}
	return lang.L("The file cannot be read.")
}
