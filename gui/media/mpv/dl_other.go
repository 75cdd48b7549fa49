//go:build !linux && !darwin && !windows

package mpv

import "errors"

func dlopen(string) (uintptr, error) { return 0, errors.New("not looked for on this system") }
