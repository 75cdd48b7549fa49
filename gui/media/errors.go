package media

import (
	"errors"
	"fmt"

	"viviscope/gui/media/bounds"
)

var (
	// ErrNoDecoder means that nothing on this computer can decode a clip. The error that wraps it is a [*NoDecoderError].
	ErrNoDecoder = errors.New("no video decoder on this computer")

	// ErrDamaged means that the file is there but cannot be decoded.
	ErrDamaged = bounds.ErrDamaged

	// ErrTooLarge means that the picture has more than 64 megapixels or a side of more than 16384 pixels. It was not decoded.
	ErrTooLarge = bounds.ErrTooLarge

	// ErrDropped means that so many were asked for later that this one was given up. Asking again is fine.
	ErrDropped = errors.New("given up for later requests")

	// ErrClosed means that the program is ending.
	ErrClosed = errors.New("thumbnails are closed")
)

// NoDecoderError is [ErrNoDecoder] with what a person can do about it.
type NoDecoderError struct {
	Install string // what to install, such as "libmpv2" or "mpv (brew install mpv)"
}

// Error gives the words for a person, whole.
func (e *NoDecoderError) Error() string {
	return fmt.Sprintf("%v: install %s", ErrNoDecoder, e.Install)
}

// Unwrap makes errors.Is(err, ErrNoDecoder) true.
func (e *NoDecoderError) Unwrap() error { return ErrNoDecoder }

// lasting reports whether asking again for the same content would give the same error, so that a damaged file is
// decoded once and not each time that it scrolls into view.
func lasting(err error) bool {
	return errors.Is(err, ErrDamaged) || errors.Is(err, ErrTooLarge)
}
