//go:build unix

package instance

import "syscall"

// errNoSockets is the error that a system without Unix sockets returns.
const errNoSockets = syscall.EAFNOSUPPORT
