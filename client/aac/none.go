//go:build !cgo

package aac

import (
	"errors"

	"viviscope/client/mp4"
)

// Encode cannot encode in a build without cgo.
func Encode(int, []int16) (*mp4.Audio, error) {
	return nil, errors.New("this build of the program has no encoder of sound: it was built without cgo")
}
