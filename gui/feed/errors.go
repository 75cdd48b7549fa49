package feed

import (
	"errors"
	"net/url"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/price"
	"viviscope/gui/wording"
)

// errorWords says to a person why a command came to nothing; "" where nothing went wrong.
func errorWords(err error) string {
	if err == nil || errors.Is(err, price.ErrDeclined) {
		return ""
	}
	if words, ok := wording.TaskTrouble(err); ok {
		return words
	}
	var late *jobs.MoveError
	switch {
	case errors.Is(err, jobs.ErrNoRequest):
		return lang.L("Its task was made elsewhere, so its request is not known here. Nothing was sent.")
	case errors.Is(err, client.ErrAuth):
		return lang.L("The service refused the key (401). Nothing was charged.")
	case errors.Is(err, db.ErrSent):
		return lang.L("It was sent meanwhile. Nothing was removed.")
	case errors.As(err, &late):
		return lang.L("It moved on meanwhile. Nothing was changed.")
	case errors.Is(err, db.ErrDiskFull):
		return lang.L("Not done: the disk of the library is full. Make room on it.")
	case errors.Is(err, db.ErrNotFound):
		return lang.L("It is no longer in the library.")
	}
	return lang.L("Not done: %s", wording.Fault(err))
}

// hostOf is the host of a base URL: all of the address that a person needs to know which service it was; "" where it has none.
func hostOf(base string) string {
	u, err := url.Parse(base)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Host
}
