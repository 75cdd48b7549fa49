package desktop

import (
	"errors"
	"runtime"
	"unsafe"

	"golang.org/x/sys/windows"
)

// openFile and reveal call the Windows shell in this process. The path is not part of a command line, so "&", "%" and
// "," need no escaping.

func openFile(path string) error {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return err
	}
	return withCOM(func() error { return windows.ShellExecute(0, nil, name, nil, nil, windows.SW_SHOWNORMAL) })
}

func reveal(path string) error {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return err
	}
	shell := windows.NewLazySystemDLL("shell32.dll")
	fromPath, free, show := shell.NewProc("ILCreateFromPathW"), shell.NewProc("ILFree"),
		shell.NewProc("SHOpenFolderAndSelectItems")
	for _, call := range []*windows.LazyProc{fromPath, free, show} {
		if err := call.Find(); err != nil {
			return err
		}
	}
	return withCOM(func() error {
		item, _, _ := fromPath.Call(uintptr(unsafe.Pointer(name)))
		if item == 0 {
			return windows.ERROR_FILE_NOT_FOUND
		}
		defer func() { _, _, _ = free.Call(item) }()
		if result, _, _ := show.Call(item, 0, 0, 0); int32(result) < 0 {
			return windows.Errno(result)
		}
		return nil
	})
}

// withCOM runs a function on a thread with COM initialised, which shell extensions require.
func withCOM(f func() error) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err := windows.CoInitializeEx(0, windows.COINIT_APARTMENTTHREADED|windows.COINIT_DISABLE_OLE1DDE)
	switch {
	case err == nil || errors.Is(err, windows.Errno(windows.S_FALSE)):
		defer windows.CoUninitialize()
	case !errors.Is(err, windows.Errno(windows.RPC_E_CHANGED_MODE)):
		// COM is initialised with another threading model, which works too
		return err
	}
	return f()
}
