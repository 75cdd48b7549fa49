package player

import (
	"image"
	"testing"
	"time"

	"pgregory.net/rapid"

	"viviscope/gui/media/mpv"
)

func TestFrameSize(t *testing.T) {
	for _, c := range []struct{ clip, panel, want image.Point }{
		{image.Pt(1920, 1080), image.Pt(960, 540), image.Pt(960, 540)},
		{image.Pt(1920, 1080), image.Pt(960, 2000), image.Pt(960, 540)},
		{image.Pt(1080, 1920), image.Pt(960, 540), image.Pt(304, 540)},
		{image.Pt(1280, 720), image.Pt(3840, 2160), image.Pt(1280, 720)}, // the window enlarges
		{image.Pt(1280, 720), image.Pt(1000, 1000), image.Pt(992, 558)},
		{image.Pt(1280, 720), image.Pt(3, 3), image.Pt(16, 9)},
		{image.Pt(1280, 720), image.Pt(0, 500), image.Pt(0, 0)},
		{image.Pt(0, 0), image.Pt(500, 500), image.Pt(0, 0)},
	} {
		if got := frameSize(c.clip, c.panel); got != c.want {
			t.Errorf("%v in %v: %v, want %v", c.clip, c.panel, got, c.want)
		}
	}
}

// Each frame is found from every time at which it is shown, at any rate.
func TestFrameAtFindsThePictureThatIsShown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fps := rapid.SampledFrom([]float64{1, 15, 23.976, 24, 25, 29.97, 30, 60}).Draw(t, "fps")
		frames := rapid.IntRange(1, 2000).Draw(t, "frames")
		n := rapid.IntRange(0, frames-1).Draw(t, "n")
		into := rapid.Float64Range(0, 0.98).Draw(t, "into")
		s := State{FPS: fps, Duration: mpv.Duration(float64(frames) / fps)}
		s.Position = mpv.FrameStart(mpv.Duration((float64(n)+into)/fps), s.Duration, fps)
		if got := s.Frame(); got != n {
			t.Fatalf("picture %d of %d at %v fps, %.2f into it: got %d", n, frames, fps, into, got)
		}
		if s.Frames() != frames {
			t.Fatalf("%d pictures counted, there are %d", s.Frames(), frames)
		}
	})
}

func TestFramesOfAnUnknownRate(t *testing.T) {
	s := State{Position: time.Second, Duration: 2 * time.Second}
	if s.Frame() != -1 || s.Frames() != -1 || mpv.FrameStart(time.Second, s.Duration, s.FPS) != time.Second {
		t.Errorf("%d of %d", s.Frame(), s.Frames())
	}
}

func TestDriftCorrection(t *testing.T) {
	const picture = 40 * time.Millisecond
	for _, c := range []struct {
		ahead  time.Duration
		factor float64
		want   correction
	}{
		{0, 1, correction{factor: 1}},
		{picture, 1, correction{factor: 1}},
		{-picture, 1, correction{factor: 1}},
		{picture + 1, 1, correction{factor: 1 - catchUp}},
		{-picture - 1, 1, correction{factor: 1 + catchUp}},
		{picture / 2, 1 - catchUp, correction{factor: 1 - catchUp}}, // goes on
		{picture / 4, 1 - catchUp, correction{factor: 1}},
		{-picture / 2, 1 - catchUp, correction{factor: 1 + catchUp}}, // overshot
		{driftLost + 1, 1, correction{factor: 1, lost: true}},
		{-driftLost - 1, 1 + catchUp, correction{factor: 1, lost: true}},
	} {
		if got := driftCorrection(c.ahead, picture, c.factor); got != c.want {
			t.Errorf("%v ahead at %v: %+v, want %+v", c.ahead, c.factor, got, c.want)
		}
	}
}

// Both clips converge to within a frame of each other and stay there, from any start and at uneven speeds.
func TestDriftConverges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const picture, tick = 40 * time.Millisecond, 40 * time.Millisecond
		ahead := time.Duration(rapid.Int64Range(int64(-driftLost), int64(driftLost)).Draw(t, "ahead"))
		uneven := rapid.Float64Range(-0.01, 0.01).Draw(t, "uneven")
		factor := 1.0
		for i := range 400 {
			c := driftCorrection(ahead, picture, factor)
			if c.lost {
				t.Fatalf("lost after %d ticks at %v", i, ahead)
			}
			factor = c.factor
			ahead += time.Duration(float64(tick) * (factor*(1+uneven) - 1))
			if i > 200 && max(ahead, -ahead) > picture+5*time.Millisecond {
				t.Fatalf("%v apart after %d ticks", ahead, i)
			}
		}
	})
}

// Triple buffer: the shown frame is never drawn into, and at most three buffers are allocated.
func TestFramesNeverDrawIntoWhatIsShown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var f tripleBuffer
		made := map[*image.RGBA]bool{}
		var drawing, spare *image.RGBA
		for range rapid.IntRange(1, 60).Draw(t, "turns") {
			if rapid.Bool().Draw(t, "window") {
				f.take()
				continue
			}
			drawing = spare
			if drawing == nil {
				drawing = image.NewRGBA(image.Rect(0, 0, 1, 1))
				made[drawing] = true
			}
			if drawing == f.shown {
				t.Fatal("drew into what is shown")
			}
			spare = f.put(drawing)
		}
		if len(made) > 3 {
			t.Fatalf("%d buffers", len(made))
		}
	})
}
