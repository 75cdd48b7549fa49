//go:build unix

package instance

import "syscall"

// errNoSockets is the error of a system that has no Unix sockets.
const errNoSockets = syscall.EAFNOSUPPORT
