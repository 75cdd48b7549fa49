//go:build !linux

package faulttest

import "testing"

// asNobody reports that nothing was run as another user.
func asNobody(*testing.T) bool { return false }
