package single

import "golang.org/x/sys/windows"

// anyProcess is ASFW_ANY (AllowSetForegroundWindow, winuser.h): the process that answers is not known by its number.
const anyProcess = ^uintptr(0)

// allowForeground lets the program that answers put its window in front. Windows gives that right to the program that a person
// has just started, which is this one.
func allowForeground() {
	call := windows.NewLazySystemDLL("user32.dll").NewProc("AllowSetForegroundWindow")
	if call.Find() == nil {
		_, _, _ = call.Call(anyProcess) // refused, the other window blinks in the task bar instead
	}
}
