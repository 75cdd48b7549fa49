package desktop

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"unsafe"

	"golang.org/x/sys/windows"
)

var (
	user32   = windows.NewLazySystemDLL("user32.dll")
	gdi32    = windows.NewLazySystemDLL("gdi32.dll")
	opengl32 = windows.NewLazySystemDLL("opengl32.dll")

	createWindow      = user32.NewProc("CreateWindowExW")
	destroyWindow     = user32.NewProc("DestroyWindow")
	getDC             = user32.NewProc("GetDC")
	releaseDC         = user32.NewProc("ReleaseDC")
	systemParameters  = user32.NewProc("SystemParametersInfoW")
	dpiForSystem      = user32.NewProc("GetDpiForSystem")
	choosePixelFormat = gdi32.NewProc("ChoosePixelFormat")
	setPixelFormat    = gdi32.NewProc("SetPixelFormat")
	createContext     = opengl32.NewProc("wglCreateContext")
	deleteContext     = opengl32.NewProc("wglDeleteContext")
	makeCurrent       = opengl32.NewProc("wglMakeCurrent")
	getString         = opengl32.NewProc("glGetString")
)

// ReachDisplay returns why no window can be drawn. The toolkit needs OpenGL 2.1. A remote desktop, or a virtual machine
// without a graphics driver, has 1.1; the toolkit would then run without a window.
func ReachDisplay(func(string) string) error {
	version, err := openGLVersion()
	var major, minor int
	if err == nil {
		_, err = fmt.Sscanf(version, "%d.%d", &major, &minor)
	}
	switch {
	case err != nil:
		return errors.New("Viviscope needs OpenGL 2.1, and this computer has none. " + openGLHelp)
	case major < 2 || major == 2 && minor < 1:
		return fmt.Errorf("Viviscope needs OpenGL 2.1, and this computer has OpenGL %d.%d. %s", major, minor,
			openGLHelp)
	}
	return nil
}

const openGLHelp = "Install the driver of the graphics card. On a remote desktop or in a virtual machine, install Microsoft's " +
	"OpenCL and OpenGL Compatibility Pack, or put Mesa's opengl32.dll beside Viviscope.exe."

// openGLVersion returns the available OpenGL version, such as "4.6.0 NVIDIA 551.86".
func openGLVersion() (version string, err error) {
	for _, call := range []*windows.LazyProc{createWindow, choosePixelFormat, setPixelFormat, createContext,
		makeCurrent, getString} {
		if err := call.Find(); err != nil {
			return "", err
		}
	}
	runtime.LockOSThread() // an OpenGL context belongs to a thread
	defer runtime.UnlockOSThread()
	class := windows.StringToUTF16Ptr("STATIC")
	window, _, err := createWindow.Call(0, uintptr(unsafe.Pointer(class)), 0, 0, 0, 0, 1, 1, 0, 0, 0, 0)
	if window == 0 {
		return "", err
	}
	defer func() { _, _, _ = destroyWindow.Call(window) }()
	dc, _, err := getDC.Call(window)
	if dc == 0 {
		return "", err
	}
	defer func() { _, _, _ = releaseDC.Call(window, dc) }()
	// PIXELFORMATDESCRIPTOR (wingdi.h): window, OpenGL, double-buffered, 24 bits per pixel.
	pixels := struct {
		size, version           uint16
		flags                   uint32
		kind, bits              byte
		_                       [13]byte
		depth, stencil, _, _, _ byte
		_                       [3]uint32
	}{size: 40, version: 1, flags: 0x4 | 0x20 | 0x1, bits: 24}
	format, _, err := choosePixelFormat.Call(dc, uintptr(unsafe.Pointer(&pixels)))
	if format == 0 {
		return "", err
	}
	if ok, _, err := setPixelFormat.Call(dc, format, uintptr(unsafe.Pointer(&pixels))); ok == 0 {
		return "", err
	}
	gl, _, err := createContext.Call(dc)
	if gl == 0 {
		return "", err
	}
	defer func() { _, _, _ = deleteContext.Call(gl) }()
	if ok, _, err := makeCurrent.Call(dc, gl); ok == 0 {
		return "", err
	}
	defer func() { _, _, _ = makeCurrent.Call(0, 0) }()
	const glVersion = 0x1f02
	text, _, _ := getString.Call(glVersion)
	if text == 0 {
		return "", errors.New("it names no version")
	}
	return windows.BytePtrToString(*(**byte)(unsafe.Pointer(&text))), nil
}

// ScreenSize returns the work area of the primary screen, in px at 96 dpi.
func ScreenSize() (width, height int, known bool) {
	const workArea = 0x30 // SPI_GETWORKAREA
	var r struct{ left, top, right, bottom int32 }
	if ok, _, _ := systemParameters.Call(workArea, 0, uintptr(unsafe.Pointer(&r)), 0); ok == 0 || r.right <= r.left {
		return 0, 0, false
	}
	dpi := uintptr(96)
	if dpiForSystem.Find() == nil { // since Windows 10
		if n, _, _ := dpiForSystem.Call(); n > 0 {
			dpi = n
		}
	}
	logical := func(n int32) int { return int(n) * 96 / int(dpi) }
	return logical(r.right - r.left), logical(r.bottom - r.top), true
}

// HasTray returns true: Windows always shows a tray.
func HasTray(context.Context) bool { return true }

// Alert shows the reason why the program cannot start in a message box and waits until it is closed. A program without
// a console and a window has no other output.
func Alert(title, text string) {
	caption, err := windows.UTF16PtrFromString(title)
	if err != nil {
		return
	}
	words, err := windows.UTF16PtrFromString(text)
	if err != nil {
		return
	}
	_, _ = windows.MessageBox(0, words, caption, windows.MB_OK|windows.MB_ICONERROR|windows.MB_SETFOREGROUND)
}
