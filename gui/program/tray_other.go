//go:build !linux

package program

import "context"

// trayHere: macOS and Windows always show one.
func trayHere(context.Context) bool { return true }
