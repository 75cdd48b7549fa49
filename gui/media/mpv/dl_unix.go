//go:build !windows

package mpv

import "github.com/ebitengine/purego"

// dlopen loads a shared library and returns its handle.
func dlopen(name string) (uintptr, error) {
	return purego.Dlopen(name, purego.RTLD_NOW|purego.RTLD_LOCAL)
}
