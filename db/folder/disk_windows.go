package folder

import (
	"errors"

	"golang.org/x/sys/windows"
)

// freeDisk returns the bytes that this user may still write on the disk of a folder.
func freeDisk(dir string) (int64, error) {
	p, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return 0, err
	}
	var free uint64
	if err := windows.GetDiskFreeSpaceEx(p, &free, nil, nil); err != nil {
		return 0, err
	}
	return int64(min(free, 1<<62)), nil
}

func isDiskFull(err error) bool {
	return errors.Is(err, windows.ERROR_DISK_FULL) || errors.Is(err, windows.ERROR_HANDLE_DISK_FULL)
}

// errOtherDisk means that a rename would leave its file system.
const errOtherDisk = windows.ERROR_NOT_SAME_DEVICE

func isOtherDisk(err error) bool { return errors.Is(err, errOtherDisk) }

func isReadOnly(err error) bool { return errors.Is(err, windows.ERROR_WRITE_PROTECT) }
