//go:build !linux && !darwin && !windows

package db

import (
	"errors"
	"syscall"
)

// freeDisk is not known on this system.
func freeDisk(string) (int64, error) { return 0, errors.ErrUnsupported }

func isDiskFull(err error) bool { return errors.Is(err, syscall.ENOSPC) }

func isReadOnly(err error) bool { return errors.Is(err, syscall.EROFS) }
