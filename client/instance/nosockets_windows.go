package instance

import "golang.org/x/sys/windows"

// errNoSockets is the error that a system without Unix sockets returns.
const errNoSockets = windows.WSAEAFNOSUPPORT
