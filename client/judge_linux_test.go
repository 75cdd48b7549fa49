package client

import "syscall"

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
