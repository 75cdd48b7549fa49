//go:build !(linux || freebsd || netbsd || openbsd || dragonfly)

package dnd

import "fyne.io/fyne/v2"

// followWindow does nothing: the toolkit's own way is the only one here.
func followWindow(fyne.Window, *receiver) (stop func()) { return func() {} }
