package desktop

import (
	"os"

	"golang.org/x/sys/windows"
)

// attachParent is ATTACH_PARENT_PROCESS (AttachConsole, wincon.h).
const attachParent = ^uintptr(0)

// AttachConsole connects the standard streams to the console that started the program. The program is linked for the
// GUI subsystem and starts without one, so that no console opens beside its window. Redirections to a file, a pipe or
// NUL are kept. Call it once, before any output.
func AttachConsole() {
	kernel := windows.NewLazySystemDLL("kernel32.dll")
	attach := kernel.NewProc("AttachConsole")
	if attach.Find() != nil {
		return
	}
	redirected := 0
	for _, id := range []uint32{windows.STD_INPUT_HANDLE, windows.STD_OUTPUT_HANDLE, windows.STD_ERROR_HANDLE} {
		if isRedirected(id) {
			redirected++
		}
	}
	if redirected == 3 {
		return
	}
	// It fails if the program already has a console (console subsystem build), or if its parent has none (Explorer).
	if ok, _, _ := attach.Call(attachParent); ok == 0 {
		return
	}
	for _, stream := range []struct {
		id   uint32
		file **os.File
		name string
	}{
		{windows.STD_INPUT_HANDLE, &os.Stdin, "CONIN$"},
		{windows.STD_OUTPUT_HANDLE, &os.Stdout, "CONOUT$"},
		{windows.STD_ERROR_HANDLE, &os.Stderr, "CONOUT$"},
	} {
		if isRedirected(stream.id) {
			continue
		}
		if f, err := os.OpenFile(stream.name, os.O_RDWR, 0); err == nil {
			*stream.file = f
			if stream.name == "CONOUT$" {
				drawProgress(windows.Handle(f.Fd()))
			}
		}
	}
}

// isRedirected reports whether a standard stream is a file, a pipe or a device other than the console.
func isRedirected(id uint32) bool {
	handle, err := windows.GetStdHandle(id)
	if err != nil || handle == 0 || handle == windows.InvalidHandle {
		return false
	}
	kind, err := windows.GetFileType(handle)
	switch {
	case err != nil:
		return false // a handle of the parent's console, which is invalid here
	case kind == windows.FILE_TYPE_DISK || kind == windows.FILE_TYPE_PIPE:
		return true
	}
	return kind == windows.FILE_TYPE_CHAR && isNull(handle)
}

// isNull reports whether a handle belongs to the device NUL. Unlike a console, NUL has a file position.
func isNull(handle windows.Handle) bool {
	_, err := windows.Seek(handle, 0, 1)
	return err == nil
}

// drawProgress enables the escape sequences that redraw a progress line.
func drawProgress(console windows.Handle) {
	var mode uint32
	if windows.GetConsoleMode(console, &mode) == nil {
		// If it fails, as on older Windows versions, the sequences appear as text.
		_ = windows.SetConsoleMode(console, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING)
	}
}
