//go:build !windows

package folder

import (
	"errors"
	"syscall"
)

// freeDisk returns the bytes that this user may still write on the disk of a folder.
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

// errOtherDisk means that a rename would leave its file system.
const errCrossDevice = syscall.EXDEV

func isCrossDevice(err error) bool { return errors.Is(err, errCrossDevice) }

func isReadOnly(err error) bool { return errors.Is(err, syscall.EROFS) }
