package mpv

import (
	"math"
	"testing"
	"time"
)

func TestSizesAreBounded(t *testing.T) {
	for _, c := range []struct{ w, h, wantW, wantH int }{
		{320, 240, 320, 240}, {0, 5, 0, 0}, {5, -1, 0, 0}, {math.MinInt, math.MaxInt, 0, 0},
		{1, 1, 1, 1}, {8192, 8192, 8192, 8192}, {16384, 16384, 8192, 8192},
		{math.MaxInt, 1, 16384, 1}, {1, math.MaxInt, 1, 16384}, {math.MaxInt, math.MaxInt, 8192, 8192},
	} {
		if w, h := bounded(c.w, c.h); w != c.wantW || h != c.wantH {
			t.Errorf("%dx%d: %dx%d, want %dx%d", c.w, c.h, w, h, c.wantW, c.wantH)
		}
	}
}

func TestTimesOfNoNumberAreBounded(t *testing.T) {
	for seconds, want := range map[float64]time.Duration{
		1.5: 1500 * time.Millisecond, math.Inf(1): math.MaxInt64, math.Inf(-1): math.MinInt64, 1e300: math.MaxInt64,
	} {
		if got := Duration(seconds); got != want {
			t.Errorf("%v: %v, want %v", seconds, got, want)
		}
	}
	if got := Duration(math.NaN()); got != 0 {
		t.Errorf("NaN: %v", got)
	}
	for _, fps := range []float64{math.NaN(), 0, -1} {
		if n := Frames(time.Second, fps); n != -1 {
			t.Errorf("%v frames a second: %d", fps, n)
		}
		if at := FrameStart(time.Second, 2*time.Second, fps); at != time.Second {
			t.Errorf("%v frames a second: %v", fps, at)
		}
	}
	if n := Frames(math.MaxInt64, math.Inf(1)); n != math.MaxInt32 {
		t.Errorf("%d frames", n)
	}
}
