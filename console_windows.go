package main

import (
	"os"

	"golang.org/x/sys/windows"
)

// attachParent is ATTACH_PARENT_PROCESS (AttachConsole, wincon.h).
const attachParent = ^uintptr(0)

// The package is linked for the GUI subsystem, so that no console opens beside the window, and then has no console of
// its own. What was typed into one is answered there. Redirections to a file, a pipe or NUL stay as they are.
func init() {
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
	// It fails where there is one already, as for a build that is linked for the console, and where the parent has none,
	// as Explorer.
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
		return false // a handle of the console that started the program, which means nothing here
	case kind == windows.FILE_TYPE_DISK || kind == windows.FILE_TYPE_PIPE:
		return true
	}
	return kind == windows.FILE_TYPE_CHAR && isNull(handle)
}

// isNull reports whether a handle is that of the device NUL, which knows a file position and is no console.
func isNull(handle windows.Handle) bool {
	_, err := windows.Seek(handle, 0, 1)
	return err == nil
}

// drawProgress lets a console read the sequences with which a line of progress is drawn again.
func drawProgress(console windows.Handle) {
	var mode uint32
	if windows.GetConsoleMode(console, &mode) == nil {
		_ = windows.SetConsoleMode(console, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) // an older Windows writes the sequences out
	}
}
