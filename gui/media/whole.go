package media

import (
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"os"

	"viviscope/db"
	"viviscope/gui/media/bounds"
)

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
	path, err := t.files.AbsPath(asset.Path)
	if err != nil {
		return nil, err
	}
	im, err := readPicture(path)
	if err != nil {
		return nil, fmt.Errorf("show %s: %w", asset.Path, err)
	}
	return shrink(im, bounds.MaxSide), nil
}
