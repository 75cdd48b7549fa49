package takecheck

import (
	"encoding/binary"
	"io"
)

const (
	sampleRate = 48000
	window     = sampleRate / 20 // samples of each channel in a window
	windowTime = float64(window) / sampleRate
	maxWindows = MaxSeconds * sampleRate / window
)

// Levels of a 16-bit sample.
const (
	fullScale   = 32767
	silentLevel = 3 // a sample at most this loud is silent
)

// clippedRun is the number of samples in a row at full scale that count as clipped.
const clippedRun = 3

// soundWindow holds the measurements of a part of the sound.
type soundWindow struct {
	silent bool // every sample
	runs   int  // runs of clipped samples, over both channels
}

// sound holds the measurements of the sound of a clip; nil: the clip has none.
type sound []soundWindow

// measureSound measures stereo sound: 16-bit samples, little-endian, left and right in turn.
func measureSound(r io.Reader) (s sound) {
	pcm := make([]byte, window*4)
	var loud [2]int // samples at full scale up to now, by channel
	for len(s) < maxWindows {
		n, err := io.ReadFull(r, pcm)
		if n < 4 {
			break
		}
		w := soundWindow{silent: true}
		for i := 0; i+1 < n; i += 2 {
			v := distance(int(int16(binary.LittleEndian.Uint16(pcm[i:]))), 0)
			w.silent = w.silent && v <= silentLevel
			c := i / 2 % 2
			if v < fullScale {
				loud[c] = 0
			} else if loud[c]++; loud[c] == clippedRun {
				w.runs++
			}
		}
		s = append(s, w)
		if err != nil {
			break
		}
	}
	return s
}
