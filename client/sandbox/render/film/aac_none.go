//go:build !cgo

package film

import "viviscope/client/mp4"

func encodeAudio([]int16) (*mp4.Audio, error) { return nil, ErrNoEncoder }
