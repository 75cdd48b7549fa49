//go:build !windows

package folder

import (
	"errors"
	"syscall"
)

// freeDisk returns the bytes that this user can still write to the file system of a folder.
func freeDisk(dir string) (int64, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, err
	}
	return int64(s.Bavail) * int64(s.Bsize), nil
}

func isDiskFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

// errCrossDevice is the error of a rename to another file system.
const errCrossDevice = syscall.EXDEV

func isCrossDevice(err error) bool { return errors.Is(err, errCrossDevice) }

func isReadOnly(err error) bool { return errors.Is(err, syscall.EROFS) }
