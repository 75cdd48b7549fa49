package wording

import (
	"errors"
	"io/fs"

	"viviscope/db"
	"viviscope/gui/lang"
)

// Fault says an error to people: in a sentence where it is one of the disk or of the library that any command can meet, else in
// its own words.
func Fault(err error) string {
	switch {
	case errors.Is(err, db.ErrDiskFull):
		return lang.L("The disk is full. Make room on it.")
	case errors.Is(err, db.ErrNotFound):
		return lang.L("It is no longer in the library.")
	case errors.Is(err, fs.ErrPermission):
		return lang.L("This account may not read or write there.")
	case errors.Is(err, fs.ErrNotExist):
		return lang.L("It is not there any more.")
	}
	return err.Error()
}
