package compose

import (
	"errors"

	"viviscope/client"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/wholefile"
	"viviscope/gui/wording"
)

// pictureError says that a picture of this computer cannot be sent. Its own text is for the log.
type pictureError struct {
	file string // "": one of the library
	why  error
}

// Error names the file.
func (e *pictureError) Error() string {
	return "read picture " + baseName(e.file) + ": " + e.why.Error()
}

func (e *pictureError) words() string {
	return lang.L("%s: %s", fileName(form.Slot{File: e.file}), fileWords(e.why))
}

// canvasError says that there is no picture of what is drawn. Its own text is for the log.
type canvasError struct{ why error }

// Error names the canvas.
func (e *canvasError) Error() string { return "the picture on the canvas: " + e.why.Error() }

func (e *canvasError) words() string {
	why := e.why.Error() // those of the canvas itself are for people
	var large *wholefile.TooLargeError
	switch {
	case errors.Is(e.why, errCanvasMoved):
		why = lang.L("something else is on the canvas than at the click. Look at it before you send it")
	case errors.As(e.why, &large), errors.Is(e.why, client.ErrDamaged):
		why = fileWords(e.why)
	}
	return lang.L("the picture on the canvas: %s", why)
}

// worded is an error that says itself to people, in the language of the window.
type worded interface{ words() string }

// troubleWords says an error to people; one that has no words of its own is told as it is.
func troubleWords(err error) string {
	var own worded
	var rule *client.ValidationError
	switch {
	case errors.As(err, &own):
		return own.words()
	case errors.As(err, &rule):
		return form.Words(rule.Message)
	}
	return err.Error()
}

// notSent says why a click came to nothing.
func notSent(err error) string {
	if why := troubleWords(err); why != err.Error() {
		return lang.L("Not sent, nothing was charged: %s", why)
	}
	return wording.NotSent(err)
}
