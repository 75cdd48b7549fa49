//go:build !linux && !windows

package desktop

import "context"

// ReachDisplay asks for nothing: what the toolkit needs is always there, or it says so itself.
func ReachDisplay(func(string) string) error { return nil }

// ScreenSize is not known: the toolkit does not tell.
func ScreenSize() (width, height int, known bool) { return 0, 0, false }

// TrayHere: macOS always shows one.
func TrayHere(context.Context) bool { return true }

// Alert does nothing: stderr has the reason for which the program cannot start.
func Alert(title, text string) {}
