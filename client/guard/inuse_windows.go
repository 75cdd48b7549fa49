package guard

import (
	"errors"
	"syscall"
)

// Errors of Windows that package syscall does not name (winerror.h).
const (
	errorSharingViolation = syscall.Errno(32)
	errorLockViolation    = syscall.Errno(33)
)

// isInUse reports whether an error may pass, because another program holds the file. A file that is being deleted is an
// access that is denied.
func isInUse(err error) bool {
	return errors.Is(err, errorSharingViolation) || errors.Is(err, errorLockViolation) ||
		errors.Is(err, syscall.ERROR_ACCESS_DENIED)
}
