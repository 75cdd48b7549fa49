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
	if words, ok := KnownFault(err); ok {
		return words
	}
	return err.Error()
}

// KnownFault says an error of the disk or of the library in a sentence; ok is false where it is none.
func KnownFault(err error) (words string, ok bool) {
	switch {
	case errors.Is(err, db.ErrDiskFull):
		return lang.L("The disk is full. Make room on it."), true
	case errors.Is(err, db.ErrReadOnly):
		return lang.L("The disk is read-only."), true
	case errors.Is(err, db.ErrNotFound):
		return lang.L("It is no longer in the library."), true
	case errors.Is(err, db.ErrExists):
		return lang.L("Something of that name is there already."), true
	case errors.Is(err, db.ErrName):
		return lang.L("This name cannot be used."), true
	case errors.Is(err, db.ErrDamaged):
		return lang.L("The database of the library is damaged. Start Viviscope again to have it mended."), true
	case errors.Is(err, fs.ErrPermission):
		return lang.L("This account may not read or write there."), true
	case errors.Is(err, fs.ErrNotExist):
		return lang.L("It is not there any more."), true
	}
	return "", false
}
