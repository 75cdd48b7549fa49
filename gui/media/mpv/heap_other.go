//go:build !linux

package mpv

// tameHeap is for a C library that keeps what was freed.
func tameHeap() (trim func()) { return nil }
