//go:build !windows

package decode

import "os/exec"

// HideWindow does nothing: only Windows opens a console for a program.
func HideWindow(*exec.Cmd) {}
