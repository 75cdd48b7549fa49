package desktop

import "golang.org/x/sys/windows"

// restore is SW_RESTORE (ShowWindow, winuser.h).
const restore = 9

// anyProcess is ASFW_ANY (AllowSetForegroundWindow, winuser.h): the process that answers is not known by its number.
const anyProcess = ^uintptr(0)

// AllowForeground lets another program, which is asked next, put its window in front. Windows gives that right to the
// program that a person has just started, which is this one.
func AllowForeground() {
	call := user32.NewProc("AllowSetForegroundWindow")
	if call.Find() == nil {
		_, _, _ = call.Call(anyProcess) // refused, the other window blinks in the task bar instead
	}
}

// Raise brings a window of this process back from being minimised; window is its handle. Putting it in front is the
// toolkit's.
func Raise(window uintptr) error {
	minimised, show := user32.NewProc("IsIconic"), user32.NewProc("ShowWindow")
	for _, call := range []*windows.LazyProc{minimised, show} {
		if err := call.Find(); err != nil {
			return err
		}
	}
	if is, _, _ := minimised.Call(window); is != 0 {
		_, _, _ = show.Call(window, restore) // it answers whether the window was visible, not whether it worked
	}
	return nil
}
