//go:build !linux

package client

// peakMemory is measured on Linux only.
func peakMemory() int64 { return 0 }
