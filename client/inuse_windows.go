package client

import (
	"errors"

	"golang.org/x/sys/windows"
)

// isInUse reports whether an error may end by itself, because another program holds the file. A file that is being deleted is an access that
// is denied.
func isInUse(err error) bool {
	return errors.Is(err, windows.ERROR_SHARING_VIOLATION) || errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_ACCESS_DENIED)
}
