package player

import (
	"errors"
	"fmt"

	"viviscope/gui/media/mpv"
)

// ErrNotFound means that this computer has no libmpv. The error that wraps it is a [*NotFoundError]. Clips are then
// opened in the system's player.
var ErrNotFound = mpv.ErrNotFound

// ErrStart means that libmpv is there but its player does not start.
var ErrStart = errors.New("the player does not start")

// NotFoundError is [ErrNotFound] with what a person can do about it.
type NotFoundError struct {
	Install string // what to install, such as "libmpv2 (apt install libmpv2)"
}

// Error gives the words for a person, whole.
func (e *NotFoundError) Error() string {
	return fmt.Sprintf("%v: install %s", ErrNotFound, e.Install)
}

// Unwrap makes errors.Is(err, ErrNotFound) true.
func (e *NotFoundError) Unwrap() error { return ErrNotFound }
