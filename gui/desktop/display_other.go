//go:build !linux && !windows

package desktop

import "context"

// ReachDisplay returns nil: the display is always available, or the toolkit reports its absence.
func ReachDisplay(func(string) string) error { return nil }

// ScreenSize returns false: the toolkit does not provide the size.
func ScreenSize() (width, height int, known bool) { return 0, 0, false }

// HasTray returns true: macOS always shows a tray.
func HasTray(context.Context) bool { return true }

// Alert does nothing: the reason was written to stderr.
func Alert(title, text string) {}
