package imageview

import (
	"image"
	"math"
	"testing"

	"pgregory.net/rapid"
)

func anyView(t *rapid.T) Transform {
	return Transform{
		Scale: rapid.Float64Range(0.001, 64).Draw(t, "scale"),
		X:     rapid.Float64Range(-100000, 100000).Draw(t, "x"),
		Y:     rapid.Float64Range(-100000, 100000).Draw(t, "y"),
	}
}

func near(a, b, within float64) bool { return math.Abs(a-b) <= within }

func TestThereAndBackIsTheSamePoint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := anyView(t)
		x, y := rapid.Float64Range(-1000, 20000).Draw(t, "px"), rapid.Float64Range(-1000, 20000).Draw(t, "py")
		gotX, gotY := v.ToPicture(v.FromPicture(x, y))
		if !near(gotX, x, 1e-6) || !near(gotY, y, 1e-6) {
			t.Fatalf("%v, %v came back as %v, %v", x, y, gotX, gotY)
		}
	})
}

func TestZoomKeepsWhatIsUnderThePointer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := anyView(t)
		px, py := rapid.Float64Range(-10, 4000).Draw(t, "at x"), rapid.Float64Range(-10, 4000).Draw(t, "at y")
		x, y := v.ToPicture(px, py)
		zoomed := v.ZoomAt(rapid.Float64Range(0.001, 64).Draw(t, "to"), px, py)
		gotX, gotY := zoomed.FromPicture(x, y)
		if !near(gotX, px, 1e-4) || !near(gotY, py, 1e-4) {
			t.Fatalf("what was at %v, %v went to %v, %v", px, py, gotX, gotY)
		}
	})
}

func TestAPictureIsNeverLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := image.Pt(rapid.IntRange(1, 16384).Draw(t, "width"), rapid.IntRange(1, 16384).Draw(t, "height"))
		w, h := rapid.Float64Range(1, 4000).Draw(t, "room"), rapid.Float64Range(1, 3000).Draw(t, "high")
		v := anyView(t).Clamp(size, w, h, minVisible)
		x0, y0, x1, y1 := v.Shown(size, w, h)
		for _, c := range []struct{ seen, length, room float64 }{
			{(x1 - x0) * v.Scale, float64(size.X) * v.Scale, w}, {(y1 - y0) * v.Scale, float64(size.Y) * v.Scale, h},
		} {
			if c.seen < min(minVisible, c.length, c.room)-1e-6 {
				t.Fatalf("only %v of %v are in a room of %v", c.seen, c.length, c.room)
			}
		}
		if again := v.Clamp(size, w, h, minVisible); !near(again.X, v.X, 1e-9) || !near(again.Y, v.Y, 1e-9) {
			t.Fatalf("what was in sight was moved from %v to %v", v, again)
		}
	})
}

func TestFitShowsTheWhole(t *testing.T) {
	for _, c := range []struct {
		name    string
		picture image.Point
		w, h    float64
		most    float64
		want    Transform
	}{
		{"wide", image.Pt(3840, 2160), 992, 1000, 1, Transform{0.25, 16, 230}},
		{"tall", image.Pt(1000, 2000), 1000, 1032, 1, Transform{0.5, 250, 16}},
		{"small stays at 100 %", image.Pt(100, 50), 1032, 532, 1, Transform{1, 466, 241}},
		{"small is enlarged", image.Pt(100, 50), 1032, 532, 32, Transform{10, 16, 16}},
		{"not beyond the most", image.Pt(10, 10), 1000, 1000, 32, Transform{32, 340, 340}},
		{"a room of nothing", image.Pt(100, 100), 0, 0, 1, Transform{0.01, -0.5, -0.5}},
	} {
		if got := Fit(c.picture, c.w, c.h, 16, c.most); !near(got.Scale, c.want.Scale, 1e-9) ||
			!near(got.X, c.want.X, 1e-9) || !near(got.Y, c.want.Y, 1e-9) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestShownIsWhatIsInSight(t *testing.T) {
	size := image.Pt(100, 80)
	for _, c := range []struct {
		v              Transform
		x0, y0, x1, y1 float64
	}{
		{Transform{1, 10, 10}, 0, 0, 90, 80},
		{Transform{2, -20, -40}, 10, 20, 60, 70},
		{Transform{1, 200, 0}, 0, 0, 0, 0},
	} {
		if x0, y0, x1, y1 := c.v.Shown(size, 100, 100); x0 != c.x0 || y0 != c.y0 || x1 != c.x1 || y1 != c.y1 {
			t.Errorf("%v shows %v %v %v %v", c.v, x0, y0, x1, y1)
		}
	}
}

func TestStepsGoToRoundFigures(t *testing.T) {
	for _, c := range []struct{ zoom, up, down float64 }{
		{1, 1.5, 2.0 / 3}, {0.61, 2.0 / 3, 0.5}, {0.9999, 1.5, 2.0 / 3}, {32, 32, 24}, {0.02, 0.03, 0.02},
		{0.001, 0.02, 0.02}, {100, 32, 32},
	} {
		if up, down := nextStop(c.zoom, true), nextStop(c.zoom, false); up != c.up || down != c.down {
			t.Errorf("from %v up to %v and down to %v, want %v and %v", c.zoom, up, down, c.up, c.down)
		}
	}
}

func TestFourNotchesDoubleTheZoom(t *testing.T) {
	if f := math.Pow(wheelFactor(25), 4); !near(f, 2, 1e-9) {
		t.Errorf("four notches make %v", f)
	}
	if f := wheelFactor(25) * wheelFactor(-25); !near(f, 1, 1e-9) {
		t.Errorf("there and back make %v", f)
	}
	if f := wheelFactor(1e6); f != 2 {
		t.Errorf("a spin makes %v", f)
	}
}
