package wording

import (
	"errors"

	"viviscope/db"
	"viviscope/gui/lang"
)

// NotSent says why a click came to nothing: without its row on the disk no request leaves.
func NotSent(err error) string {
	why := err.Error()
	if errors.Is(err, db.ErrDiskFull) {
		why = lang.L("the disk of the library is full. Make room on it.")
	}
	return lang.L("Not sent, nothing was charged: %s", why)
}
