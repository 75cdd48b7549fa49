package db

import (
	"runtime"
	"syscall"
)

// asideNice is how far a thread that works aside stands back (nice(2)): with every core busy it gets a third of what the window gets.
const asideNice = 5

// workAside lets the calling goroutine work beside what a person waits for: its thread stands back behind the others for as long as the
// goroutine lasts, and ends with it.
func workAside() {
	runtime.LockOSThread()                                                     // never unlocked: no other goroutine gets this thread
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), asideNice) // where it is not allowed, the thread is one like the others
}
