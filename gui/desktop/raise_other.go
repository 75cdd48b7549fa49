//go:build !linux && !windows

package desktop

// Raise does nothing: macOS restores a window when the toolkit requests the focus.
func Raise(uintptr) error { return nil }

// AllowForeground does nothing: only Windows requires it.
func AllowForeground() {}
