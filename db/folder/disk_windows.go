package folder

import (
	"errors"

	"golang.org/x/sys/windows"
)

// freeDisk returns the bytes that this user can still write to the file system of a folder.
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

// errCrossDevice is the error of a rename to another file system.
const errCrossDevice = windows.ERROR_NOT_SAME_DEVICE

func isCrossDevice(err error) bool { return errors.Is(err, errCrossDevice) }

func isReadOnly(err error) bool { return errors.Is(err, windows.ERROR_WRITE_PROTECT) }
