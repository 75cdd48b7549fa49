// Package mediatest makes clips with numbered frames, for tests of decoders and players.
package mediatest

import (
	"errors"
	"image"
	"os"
	"path/filepath"
	"testing"

	"viviscope/client/sandbox/render"
)

// bits is the number of bars in a frame. They show its index in binary, the highest bit on the left.
const bits = 10

// Spec describes a clip.
type Spec struct {
	Width, Height int // even, in pixels
	FPS, Frames   int // at most 1024 frames
	Sound         bool
}

// Clip writes an MP4 whose frame i shows the number i, and returns its path. It skips the test if this build has no
// encoder.
func Clip(t testing.TB, s Spec) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "clip.mp4")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	spec := render.Film{Width: s.Width, Height: s.Height, FPS: s.FPS, Frames: s.Frames, Paint: s.paint}
	if s.Sound {
		if spec.Sound, err = render.Sound(render.SampleRate * s.Frames / s.FPS); err != nil {
			t.Fatal(err)
		}
	}
	err = errors.Join(spec.Write(t.Context(), f), f.Close())
	if errors.Is(err, render.ErrNoEncoder) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// paint draws the number i as bars.
func (s Spec) paint(i int, pix []byte) {
	for y := range s.Height {
		row := pix[4*y*s.Width : 4*(y+1)*s.Width]
		for x := range s.Width {
			v := byte(0x20)
			if i>>(bits-1-x*bits/s.Width)&1 != 0 {
				v = 0xe0
			}
			row[4*x], row[4*x+1], row[4*x+2], row[4*x+3] = v, v, v, 0xff
		}
	}
}

// Number returns the index that frame im shows, at any size.
func Number(im image.Image) int {
	n := 0
	r := im.Bounds()
	for i := range bits {
		x := r.Min.X + (2*i+1)*r.Dx()/(2*bits)
		_, g, _, _ := im.At(x, r.Min.Y+r.Dy()/2).RGBA()
		n <<= 1
		if g > 0x8000 {
			n |= 1
		}
	}
	return n
}
