package decode

import (
	"os/exec"
	"syscall"
)

// createNoWindow is the flag CREATE_NO_WINDOW of the Windows API.
const createNoWindow = 0x08000000

// HideWindow makes a command run without a console window.
func HideWindow(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{HideWindow: true, CreationFlags: createNoWindow}
}
