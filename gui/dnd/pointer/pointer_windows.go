// Package pointer returns the pointer position for drops whose position the toolkit does not know.
package pointer

import (
	"image"
	"unsafe"

	"golang.org/x/sys/windows"
)

var (
	user32         = windows.NewLazySystemDLL("user32.dll")
	getCursorPos   = user32.NewProc("GetCursorPos")
	screenToClient = user32.NewProc("ScreenToClient")
)

// In returns the pointer position in px of the client area of a window (HWND).
func In(window uintptr) (image.Point, bool) {
	var p struct{ x, y int32 }
	if window == 0 {
		return image.Point{}, false
	}
	if ok, _, _ := getCursorPos.Call(uintptr(unsafe.Pointer(&p))); ok == 0 {
		return image.Point{}, false
	}
	if ok, _, _ := screenToClient.Call(window, uintptr(unsafe.Pointer(&p))); ok == 0 {
		return image.Point{}, false
	}
	return image.Pt(int(p.x), int(p.y)), true
}
