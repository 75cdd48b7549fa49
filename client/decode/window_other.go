//go:build !windows

package decode

import "os/exec"

// HideWindow does nothing, because only Windows opens a console window for a program.
func HideWindow(*exec.Cmd) {}
