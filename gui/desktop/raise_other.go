//go:build !linux && !windows

package desktop

// Raise does nothing: macOS brings a window back when the toolkit asks for the focus.
func Raise(uintptr) error { return nil }

func allowForeground() {}
