//go:build !linux || !cgo

package player

// Other systems take back by themselves what was freed in C.
func trimMemory() {}
