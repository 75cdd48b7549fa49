package program

import (
	"errors"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// faultWords says what went wrong with a library or a profile in a sentence; in the error's own words where it is none of those that are
// known.
func faultWords(err error) string {
	switch {
	case errors.Is(err, errJobsOpen):
		return lang.L("A job is under way now; let it be saved first.")
	case errors.Is(err, errRequestsOpen):
		return lang.L("A request is being sent now; let it be answered first.")
	case errors.Is(err, errInLibrary):
		return lang.L("That folder is part of the library. Choose one outside of it.")
	case errors.Is(err, errStillRunning):
		return lang.L("Jobs of this profile still run at the old address. Add another profile instead.")
	case errors.Is(err, errBackupGone):
		return lang.L("The backup cannot be read any more.")
	case errors.Is(err, db.ErrOccupied):
		return lang.L("There is something in that folder already. Choose another one.")
	}
	return wording.Fault(err)
}

// told is an error in the words of faultWords, for what shows an error as it is.
type told struct{ error }

func (t told) Error() string { return faultWords(t.error) }

func (t told) Unwrap() error { return t.error }

// inWords words an error for people.
func inWords(err error) error { return told{err} }
