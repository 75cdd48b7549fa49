package client

import (
	"syscall"
	"time"
)

// usedTime returns the processor time that this process and those that it started have used: a busy machine does not
// count.
func usedTime() (used time.Duration) {
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) == nil {
			used += time.Duration(u.Utime.Nano() + u.Stime.Nano())
		}
	}
	return used
}

// peakMemory returns the most memory that this process or a process that it started has had, in MB.
func peakMemory() int64 {
	most := int64(0)
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) == nil {
			most = max(most, u.Maxrss>>10)
		}
	}
	return most
}
