package compose

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"io/fs"
	"os"

	"golang.org/x/image/draw"

	"viviscope/client"
	"viviscope/client/linkcheck"
	"viviscope/gui/lang"
	"viviscope/gui/media/bounds"
	"viviscope/gui/wholefile"
)

// MaxPictureFile bounds a local picture, bytes: what a look at a link takes too.
const MaxPictureFile = linkcheck.MaxBytes

// ReadPicture reads a picture of this computer for [Pictures].File. It blocks on the disk. Errors: those of [wholefile.Read], and
// client.ErrDamaged where it is no whole PNG, JPEG or WebP of a sane size.
func ReadPicture(path string) ([]byte, error) {
	data, err := wholefile.Read(path, MaxPictureFile)
	return measured(data, err)
}

// PictureOf is ReadPicture of a file that is open.
func PictureOf(f *os.File) ([]byte, error) {
	data, err := wholefile.ReadOpen(f, MaxPictureFile)
	return measured(data, err)
}

func measured(data []byte, err error) ([]byte, error) {
	if err == nil {
		_, err = measure(data)
	}
	if err != nil {
		return nil, err
	}
	return data, nil
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
	if err := bounds.CheckJPEG(bytes.NewReader(data)); err != nil {
		return nil, err
	}
	im, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("decode picture: %w", err)
	}
	size := im.Bounds().Size()
	long := max(size.X, size.Y)
	if long > px {
		size = image.Pt(max(1, size.X*px/long), max(1, size.Y*px/long))
	}
	small := image.NewRGBA(image.Rectangle{Max: size})
	if long > px {
		draw.BiLinear.Scale(small, small.Rect, im, im.Bounds(), draw.Src, nil)
	} else {
		draw.Draw(small, small.Rect, im, im.Bounds().Min, draw.Src)
	}
	return small, nil
}

// fileWords says why a local picture cannot be used: in a few words, for they stand in a slot beside what can be done.
func fileWords(err error) string {
	var large *wholefile.TooLargeError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return lang.L("The file is gone.")
	case errors.Is(err, fs.ErrPermission):
		return lang.L("The file may not be read.")
	case errors.As(err, &large):
		return lang.L("The file is over %d MB.", large.Most>>20)
	case errors.Is(err, bounds.ErrTooLarge):
		return lang.L("It has more pixels than can be opened. Save it smaller and choose it again.")
	case errors.Is(err, client.ErrDamaged), errors.Is(err, wholefile.ErrNoFile):
		return lang.L("This is no picture that the service takes: PNG, JPEG or WebP, whole, up to 40 megapixels.")
	}
	return lang.L("The file cannot be read.")
}
