package compose

import (
	"errors"
	"fmt"
	"io/fs"

	"viviscope/client"
	"viviscope/client/linkcheck"
	"viviscope/client/order"
	"viviscope/db/folder"
	"viviscope/gui/lang"
	"viviscope/gui/media/picturefile"
	"viviscope/gui/wording"
)

// errCanvasMoved is the error for a canvas that changed between the click and the making of its picture.
var errCanvasMoved = errors.New("the canvas has changed since the click")

// pictureError is the reason why a local picture cannot be sent. It implements [wording.Worded].
type pictureError struct {
	file string // "" for a picture of the library
	err  error
}

func (e *pictureError) Error() string {
	return fmt.Sprintf("read picture %s: %v", order.BaseName(e.file), e.err)
}

func (e *pictureError) Unwrap() error { return e.err }

// Words names the file and the reason.
func (e *pictureError) Words() string {
	return lang.L("%s: %s", fileName(order.Slot{File: e.file}), fileWords(e.err))
}

// canvasError is the reason why there is no picture of the canvas. It implements [wording.Worded].
type canvasError struct{ err error }

func (e *canvasError) Error() string { return "make picture of canvas: " + e.err.Error() }

func (e *canvasError) Unwrap() error { return e.err }

// Words names the canvas and the reason.
func (e *canvasError) Words() string {
	why := wording.Fault(e.err)
	var large *folder.TooLargeError
	switch {
	case errors.Is(e.err, errCanvasMoved):
		why = lang.L("the canvas has changed since the click. Check it before you send it")
	case errors.As(e.err, &large), errors.Is(e.err, client.ErrDamaged):
		why = fileWords(e.err)
	}
	return lang.L("picture on the canvas: %s", why)
}

// fileWords says why a local picture cannot be used: in a few words, for they stand in a slot beside what can be done.
func fileWords(err error) string {
	var large *folder.TooLargeError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return lang.L("The file is gone.")
	case errors.Is(err, fs.ErrPermission):
		return lang.L("No permission to read the file.")
	case errors.As(err, &large):
		return lang.L("The file is larger than %d MB.", large.Most>>20)
	case errors.Is(err, picturefile.ErrTooLarge):
		return lang.L("It has too many pixels. Make it smaller and choose it again.")
	case errors.Is(err, client.ErrDamaged), errors.Is(err, folder.ErrNoFile):
		return lang.L("The service accepts complete PNG, JPEG and WebP pictures of up to 40 megapixels.")
	}
	return lang.L("The file cannot be read.")
}

// lookWords returns what was found in place of a picture.
func lookWords(err error) string {
	var found *linkcheck.Error
	switch {
	case errors.Is(err, linkcheck.ErrNotPicture):
		return lang.L("Not a picture that the service accepts (PNG, JPEG or WebP).")
	case errors.Is(err, linkcheck.ErrLogin):
		return lang.L("Needs a login, or the link has expired.")
	case errors.Is(err, linkcheck.ErrNotPublic):
		return lang.L("The address is not public.")
	case errors.As(err, &found) && found.Status != 0:
		return lang.L("Cannot be fetched from here (HTTP %d).", found.Status)
	}
	return lang.L("Cannot be fetched from here.")
}
