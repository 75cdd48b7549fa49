package db

import (
	"runtime"
	"syscall"
)

// workAside lets the calling goroutine work beside what a person waits for: its thread stands back behind the others for as long as the
// goroutine lasts, and ends with it.
func workAside(nice int) {
	runtime.LockOSThread()                                                // never unlocked: no other goroutine gets this thread
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), nice) // where it is not allowed, the thread is one like the others
}
