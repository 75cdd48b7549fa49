package desktop

import "golang.org/x/sys/windows"

// restore is SW_RESTORE (ShowWindow, winuser.h).
const restore = 9

// anyProcess is ASFW_ANY (AllowSetForegroundWindow, winuser.h): the process id of the other instance is unknown.
const anyProcess = ^uintptr(0)

// AllowForeground lets another process put its window in the foreground. Windows grants this right only to the program
// that the user started last, which is this one.
func AllowForeground() {
	call := user32.NewProc("AllowSetForegroundWindow")
	if call.Find() == nil {
		_, _, _ = call.Call(anyProcess) // if it fails, the other window flashes in the task bar instead
	}
}

// Raise restores a minimised window of this process by its handle. The toolkit puts it in the foreground.
func Raise(window uintptr) error {
	minimised, show := user32.NewProc("IsIconic"), user32.NewProc("ShowWindow")
	for _, call := range []*windows.LazyProc{minimised, show} {
		if err := call.Find(); err != nil {
			return err
		}
	}
	if is, _, _ := minimised.Call(window); is != 0 {
		_, _, _ = show.Call(window, restore) // the result reports whether the window was visible, not success
	}
	return nil
}
