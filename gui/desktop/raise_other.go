//go:build !linux && !windows

package desktop

// Raise does nothing: macOS brings a window back when the toolkit asks for the focus.
func Raise(uintptr) error { return nil }

// AllowForeground does nothing: only Windows asks the program in front for its leave.
func AllowForeground() {}
