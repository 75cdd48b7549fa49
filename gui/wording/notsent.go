package wording

import (
	"errors"

	"viviscope/db"
)

// NotSent says why a click came to nothing: without its row on the disk no request leaves.
func NotSent(err error) string {
	why := err.Error()
	if errors.Is(err, db.ErrDiskFull) {
		why = "the disk of the library is full. Make room on it."
	}
	return "Not sent, nothing was charged: " + why
}
