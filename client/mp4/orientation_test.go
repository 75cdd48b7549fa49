package mp4

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"viviscope/client/mp4/mp4test"
)

// withSize returns the small clip with another size in its sample entry, and a pixel aspect ratio.
func withSize(t *testing.T, width, height uint16, h, v uint32) []byte {
	t.Helper()
	b := load(t, "own.mp4")
	at := bytes.LastIndex(b, []byte("avc1")) + 4 + 24 // its brands name it first
	binary.BigEndian.PutUint16(b[at:], width)
	binary.BigEndian.PutUint16(b[at+2:], height)
	if h == 0 {
		return b
	}
	pasp := bytes.Index(b, []byte("pasp")) + 4
	if pasp < 4 {
		t.Fatal("the clip has no pasp box")
	}
	binary.BigEndian.PutUint32(b[pasp:], h)
	binary.BigEndian.PutUint32(b[pasp+4:], v)
	return b
}

func TestOrientationIsReadFromTrack(t *testing.T) {
	for want := Upright; want <= Turned270; want++ {
		t.Run(fmt.Sprint(want), func(t *testing.T) {
			b := mp4test.WithMatrix(withSize(t, 320, 240, 0, 0), mp4test.Matrix(int(want)))
			info, err := check(b)
			if err != nil {
				t.Fatal(err)
			}
			width, height := 320, 240
			if want >= 5 {
				width, height = height, width
			}
			if info.Orientation != want || info.Width != width || info.Height != height {
				t.Errorf("Check: %d, %dx%d; want %d, %dx%d", info.Orientation, info.Width, info.Height, want, width,
					height)
			}
			path := filepath.Join(t.TempDir(), "clip.mp4")
			if err := os.WriteFile(path, b, 0o600); err != nil {
				t.Fatal(err)
			}
			c, err := Open(path)
			if err != nil {
				t.Fatal(err)
			}
			if c.Orientation != want || c.Width != width || c.Height != height ||
				(c.reason == NeedsRotation) != (want != Upright) {
				t.Errorf("Open: %d, %dx%d, why %d", c.Orientation, c.Width, c.Height, c.reason)
			}
			if got := OrientationOf(path); got != want {
				t.Errorf("OrientationOf: %d", got)
			}
			if err := os.WriteFile(path, append(b, 1, 2, 3), 0o600); err != nil {
				t.Fatal(err)
			}
			if got := OrientationOf(path); got != want {
				t.Errorf("OrientationOf a file that is damaged elsewhere: %d", got)
			}
		})
	}
}

// Rotations that are no multiple of 90 degrees are ignored, and so is the scale of a matrix.
func TestOrientationIgnoresScaleAndOddAngles(t *testing.T) {
	const one = 1 << 16
	turn := func(degrees float64) [4]int32 {
		sin, cos := math.Sincos(degrees * math.Pi / 180)
		return [4]int32{int32(cos * one), int32(sin * one), int32(-sin * one), int32(cos * one)}
	}
	for name, c := range map[string]struct {
		track [4]int32
		want  Orientation
	}{
		"zeros":              {[4]int32{}, Upright},
		"larger":             {[4]int32{2 * one, 0, 0, 2 * one}, Upright},
		"30 degrees":         {turn(30), Upright},
		"45 degrees":         {turn(45), Upright},
		"nearly 90 degrees":  {turn(89.8), Turned90},
		"-90 degrees":        {turn(-90), Turned270},
		"180 degrees":        {turn(180), Turned180},
		"larger and turned":  {[4]int32{0, 3 * one, -2 * one, 0}, Turned90},
		"flat":               {[4]int32{one, 0, 0, 0}, Upright},
		"flat and turned":    {[4]int32{0, one, 0, 0}, Upright},
		"all alike":          {[4]int32{one, one, one, one}, Upright},
		"the lowest numbers": {[4]int32{math.MinInt32, 0, 0, math.MinInt32}, Turned180},
	} {
		t.Run(name, func(t *testing.T) {
			info, err := check(mp4test.WithMatrix(withSize(t, 320, 240, 0, 0), c.track))
			if err != nil {
				t.Fatal(err)
			}
			if info.Orientation != c.want {
				t.Errorf("got %d, want %d", info.Orientation, c.want)
			}
		})
	}
}

// The matrix of the movie is applied after that of the track: two rotations by 90° are one by 180°.
func TestOrientationAppliesMovieMatrix(t *testing.T) {
	quarter := mp4test.Matrix(int(Turned90))
	b := mp4test.WithMatrix(load(t, "own.mp4"), quarter)
	at := bytes.Index(b, []byte("mvhd")) + 4 + 36
	for i, v := range quarter {
		binary.BigEndian.PutUint32(b[at+4*(i+i/2):], uint32(v))
	}
	if info, err := check(b); err != nil || info.Orientation != Turned180 {
		t.Errorf("got %+v, %v", info, err)
	}
}

func TestShownSizeAppliesPixelAspectRatio(t *testing.T) {
	for _, c := range []struct {
		h, v          uint32
		turned        bool
		width, height int
	}{
		{1, 1, false, 320, 240},
		{4, 3, false, 426, 240},
		{3, 4, false, 320, 320},
		{4, 3, true, 240, 426},
		{0, 0, false, 320, 240},
		{1, 0, false, 320, 240},
		{math.MaxUint32, 1, false, 320, 240}, // wider than any picture
		{1, math.MaxUint32, false, 320, 240},
	} {
		b := withSize(t, 320, 240, 1, 1)
		pasp := bytes.Index(b, []byte("pasp")) + 4
		binary.BigEndian.PutUint32(b[pasp:], c.h)
		binary.BigEndian.PutUint32(b[pasp+4:], c.v)
		if c.turned {
			b = mp4test.WithMatrix(b, mp4test.Matrix(int(Turned90)))
		}
		info, err := check(b)
		if err != nil {
			t.Fatal(err)
		}
		if info.Width != c.width || info.Height != c.height {
			t.Errorf("%d:%d, turned %v: %dx%d, want %dx%d", c.h, c.v, c.turned, info.Width, info.Height, c.width,
				c.height)
		}
	}
}

func TestOrientationOfFileWithoutHeadersIsUpright(t *testing.T) {
	whole := mp4test.WithMatrix(load(t, "own.mp4"), mp4test.Matrix(int(Turned90)))
	path := filepath.Join(t.TempDir(), "clip.mp4")
	for n := 0; n < len(whole); n += 1 + n/40 {
		if err := os.WriteFile(path, whole[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		if got := OrientationOf(path); got != Upright && got != Turned90 {
			t.Errorf("%d bytes: %d", n, got)
		}
	}
	if got := OrientationOf(filepath.Join(t.TempDir(), "none.mp4")); got != Upright {
		t.Errorf("no file: %d", got)
	}
}
