package mediatest

import (
	"errors"
	"image"
	"os"
	"path/filepath"
	"testing"

	"viviscope/client/mp4/mp4test"
	"viviscope/client/sandbox/render"
)

// Corners writes an MP4 of 24 frames with this track matrix (see mp4test.WithMatrix) and returns its path. The quarters
// of the coded picture are red, green, blue and white: upper left, upper right, lower left, lower right. width and
// height are those of the coded picture. It skips the test if this build has no encoder.
func Corners(t testing.TB, width, height int, matrix [4]int32) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "corners.mp4")
	film := render.Film{Width: width, Height: height, FPS: 24, Frames: 24, Paint: func(_ int, pix []byte) {
		for i := range width * height {
			x, y := 2*(i%width)/width, 2*(i/width)/height
			copy(pix[4*i:], [][]byte{{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 255}}[2*y+x])
		}
	}}
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(film.Write(t.Context(), f), f.Close())
	if errors.Is(err, render.ErrNoEncoder) {
		t.Skip(err)
	}
	var data []byte
	if err == nil {
		data, err = os.ReadFile(path)
	}
	if err == nil {
		err = os.WriteFile(path, mp4test.WithMatrix(data, matrix), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// ShownCorners holds the expected result of [CornersOf] for a clip of [Corners], indexed by EXIF orientation.
var ShownCorners = [...]string{1: "RGBW", 2: "GRWB", 3: "WBGR", 4: "BWRG", 5: "RBGW", 6: "BRWG", 7: "WGBR", 8: "GWRB"}

// CornersOf returns the colours of the upper left, upper right, lower left and lower right quarter: R, G, B, W, or ?
// for others.
func CornersOf(im image.Image) string {
	r, out := im.Bounds(), ""
	for _, at := range []image.Point{{1, 1}, {3, 1}, {1, 3}, {3, 3}} {
		red, green, blue, _ := im.At(r.Min.X+at.X*r.Dx()/4, r.Min.Y+at.Y*r.Dy()/4).RGBA()
		n := 0
		for i, v := range []uint32{red, green, blue} {
			if v > 0x8000 {
				n |= 1 << i
			}
		}
		out += string("?RG?B??W"[n])
	}
	return out
}
