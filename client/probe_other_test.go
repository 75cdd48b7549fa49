//go:build !linux

package client

import "time"

var begin = time.Now()

// usedTime is the time that has passed; that of the processor is measured on Linux only.
func usedTime() time.Duration { return time.Since(begin) }

// peakMemory is measured on Linux only.
func peakMemory() int64 { return 0 }
