//go:build !windows

package desktop

import "os/exec"

// hideWindow does nothing: only Windows opens a console for a program.
func hideWindow(*exec.Cmd) {}
