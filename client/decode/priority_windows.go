package decode

import "os/exec"

// belowNormalPriority is the flag BELOW_NORMAL_PRIORITY_CLASS of the Windows API.
const belowNormalPriority = 0x00004000

// StartLow starts a command at low priority, so that it yields to the window and to downloads.
func StartLow(cmd *exec.Cmd) error {
	HideWindow(cmd)
	cmd.SysProcAttr.CreationFlags |= belowNormalPriority
	return cmd.Start()
}
