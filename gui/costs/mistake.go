package costs

import (
	"errors"

	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// mistake says what is wrong with what was typed; "" where nothing is.
func mistake(err error) string {
	switch {
	case err == nil:
		return ""
	case errors.Is(err, errNoDay):
		return lang.L("A day is written as 2026-11-03 or 3 Nov 2026.")
	case errors.Is(err, errBackwards):
		return lang.L("The last day is before the first.")
	case errors.Is(err, errTooLong):
		return lang.L("A period is 100 years at most.")
	}
	return err.Error() // a wording.AmountError says it in the language of the window
}

// notCompared says why a ledger and a console were not compared.
func notCompared(err error) string {
	if errors.Is(err, errFar) {
		return lang.L("The two are too far apart to be compared.")
	}
	return lang.L("Not compared: %s", wording.Fault(err))
}
