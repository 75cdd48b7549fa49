package mpv

import "syscall"

// dlopen loads a DLL and returns its handle.
func dlopen(name string) (uintptr, error) {
	h, err := syscall.LoadLibrary(name)
	return uintptr(h), err
}
