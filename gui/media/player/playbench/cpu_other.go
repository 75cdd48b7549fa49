//go:build !unix

package main

import "time"

// cpu is not implemented on this system.
func cpu() time.Duration { return 0 }
