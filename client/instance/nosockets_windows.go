package instance

import "golang.org/x/sys/windows"

// errNoSockets is the error of a system that has no Unix sockets.
const errNoSockets = windows.WSAEAFNOSUPPORT
