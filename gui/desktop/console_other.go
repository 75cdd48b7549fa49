//go:build !windows

package desktop

// AttachConsole does nothing: the standard streams of other systems are connected at the start.
func AttachConsole() {}
