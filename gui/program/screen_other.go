//go:build !linux

package program

// screenSize is not known: the toolkit does not tell.
func screenSize() (width, height int, known bool) { return 0, 0, false }
