package guard

import (
	"errors"
	"syscall"
)

// Windows error codes from winerror.h that package syscall does not define.
const (
	errorSharingViolation = syscall.Errno(32)
	errorLockViolation    = syscall.Errno(33)
)

// isInUse reports whether an error is temporary, because another program has the file open. Windows returns
// ERROR_ACCESS_DENIED for a file that is being deleted.
func isInUse(err error) bool {
	return errors.Is(err, errorSharingViolation) || errors.Is(err, errorLockViolation) ||
		errors.Is(err, syscall.ERROR_ACCESS_DENIED)
}
