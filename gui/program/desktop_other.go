//go:build !linux

package program

import "context"

// reachDisplay asks for nothing: what the toolkit needs is always there, or it says so itself.
func reachDisplay(func(string) string) error { return nil }

// screenSize is not known: the toolkit does not tell.
func screenSize() (width, height int, known bool) { return 0, 0, false }

// trayHere: macOS and Windows always show one.
func trayHere(context.Context) bool { return true }
