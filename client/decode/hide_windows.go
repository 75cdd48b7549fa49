package decode

import (
	"os/exec"
	"syscall"
)

// createNoWindow is CREATE_NO_WINDOW of the Windows API.
const createNoWindow = 0x08000000

// HideWindow keeps the console of a program from appearing.
func HideWindow(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{HideWindow: true, CreationFlags: createNoWindow}
}
