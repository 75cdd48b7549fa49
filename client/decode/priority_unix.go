//go:build !windows

package decode

import (
	"os/exec"
	"syscall"
)

// lowNice is the nice value of a program that runs at low priority.
const lowNice = 10

// StartLow starts a command at low priority, so that it yields to the window and to downloads.
func StartLow(cmd *exec.Cmd) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, cmd.Process.Pid, lowNice) // at normal priority it works too
	return nil
}
