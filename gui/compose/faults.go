package compose

import (
	"errors"

	"viviscope/client"
	"viviscope/client/linkcheck"
	"viviscope/db/folder"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// errCanvasMoved is the error for a canvas that changed between the click and the making of its picture.
var errCanvasMoved = errors.New("the canvas has changed since the click")

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
		why = wording.UnusablePicture(e.err)
	}
	return lang.L("picture on the canvas: %s", why)
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
