//go:build !linux && !darwin && !windows

package mpv

func names() []string { return nil }
