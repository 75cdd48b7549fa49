package render

import (
	"bytes"
	"encoding/binary"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The track repeats to cover every length.
func TestSoundHasTheExactLength(t *testing.T) {
	for _, samples := range []int{1, aacFrame, aacFrame + 1, 3 * SampleRate, 60 * SampleRate} {
		a, err := Sound(samples)
		if err != nil {
			t.Fatal(err)
		}
		if have := len(a.Frames)*aacFrame - a.Priming; a.Length != samples || have < samples ||
			have >= samples+aacFrame {
			t.Errorf("%d samples: length %d, %d in the frames", samples, a.Length, have)
		}
	}
	long, err := Sound(60 * SampleRate)
	if err != nil {
		t.Fatal(err)
	}
	const round = 8 * SampleRate / aacFrame
	for i := range len(long.Frames) - round {
		if !bytes.Equal(long.Frames[i], long.Frames[i+round]) {
			t.Fatalf("frame %d is another one than that of 8 s later", i)
		}
	}
}

// Decoded sound is silent at every full second, also at the loop point, and otherwise at a soft level.
func TestSoundAsDecoded(t *testing.T) {
	ffmpeg := tool(t, "ffmpeg")
	file := filepath.Join(t.TempDir(), "clip.mp4")
	if err := os.WriteFile(file, clip(t, Request{Width: 32, Height: 32, Seconds: 10, Audio: true}), 0o600); err != nil {
		t.Fatal(err)
	}
	raw, err := exec.Command(ffmpeg, "-v", "error", "-i", file, "-map", "0:a", "-f", "s16le", "-").Output()
	if err != nil || len(raw) < 10*SampleRate*4 { // may include the end of the last frame
		t.Fatalf("%d bytes of sound, %v", len(raw), err)
	}
	level := func(from, to int) (rms float64) {
		for i := from; i < to; i++ {
			v := float64(int16(binary.LittleEndian.Uint16(raw[4*i:]))) / 32768
			rms += v * v
		}
		return 20 * math.Log10(math.Sqrt(rms/float64(to-from)))
	}
	for second := range 10 {
		at := second * SampleRate
		if start, whole := level(at, at+200), level(at, at+SampleRate); start > -50 || whole < -26 || whole > -16 {
			t.Errorf("second %d begins with %.1f dB and has %.1f dB", second, start, whole)
		}
	}
}
