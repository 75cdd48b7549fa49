package render

import (
	"bytes"
	"context"
	"errors"
	"image"
	"math"
	"sync/atomic"
	"testing"

	"viviscope/client/mp4"
)

func TestToI420(t *testing.T) {
	tests := []struct {
		name               string
		r, g, b, y, cb, cr byte
	}{ // ITU-R BT.709, limited range
		{"black", 0, 0, 0, 16, 128, 128}, {"white", 255, 255, 255, 235, 128, 128},
		{"grey", 128, 128, 128, 126, 128, 128},
		{"red", 255, 0, 0, 63, 102, 240}, {"green", 0, 255, 0, 173, 42, 26}, {"blue", 0, 0, 255, 32, 240, 118},
	}
	for _, tt := range tests {
		dst := image.NewYCbCr(image.Rect(0, 0, 4, 2), image.YCbCrSubsampleRatio420)
		pix := make([]byte, 4*2*4)
		for i := 0; i < len(pix); i += 4 {
			pix[i], pix[i+1], pix[i+2] = tt.r, tt.g, tt.b
		}
		toI420(dst, pix)
		if y, cb, cr := dst.Y[7], dst.Cb[1], dst.Cr[1]; differs(y, tt.y) || differs(cb, tt.cb) || differs(cr, tt.cr) {
			t.Errorf("%s: got %d %d %d, want %d %d %d", tt.name, y, cb, cr, tt.y, tt.cb, tt.cr)
		}
	}
}

// differs reports whether two values differ by more than 1.
func differs(a, b byte) bool { return math.Abs(float64(a)-float64(b)) > 1 }

// stripes sets a moving test picture.
func stripes(s Film) Film {
	s.Paint = func(i int, pix []byte) {
		for o := 0; o < len(pix); o += 4 {
			x, y := o/4%s.Width, o/4/s.Width
			pix[o], pix[o+1], pix[o+2] = byte(x*3+i*2), byte(y*2+i), byte((x+y)/2)
		}
	}
	return s
}

func write(t *testing.T, s Film) []byte {
	t.Helper()
	var w bytes.Buffer
	err := s.Write(context.Background(), &w)
	if errors.Is(err, ErrNoEncoder) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return w.Bytes()
}

func TestWrite(t *testing.T) {
	sound, err := Sound(3 * SampleRate)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		spec Film
	}{
		{"silent", Film{Width: 96, Height: 64, FPS: 24, Frames: 72}},
		{"with sound", Film{Width: 96, Height: 64, FPS: 24, Frames: 72, Sound: sound}},
		{"not a multiple of 16", Film{Width: 90, Height: 58, FPS: 24, Frames: 50}},
		{"one frame", Film{Width: 32, Height: 32, FPS: 24, Frames: 1}},
		{"another rate", Film{Width: 32, Height: 32, FPS: 30, Frames: 90}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := write(t, stripes(tt.spec))
			info, err := mp4.Check(bytes.NewReader(b), int64(len(b)))
			if err != nil {
				t.Fatal(err)
			}
			s := tt.spec
			if info.Width != s.Width || info.Height != s.Height || info.Frames != s.Frames ||
				info.HasAudio != (s.Sound != nil) || !info.FastStart {
				t.Errorf("got %+v", *info)
			}
			if want := float64(s.Frames) / float64(s.FPS); math.Abs(info.Seconds-want) > 0.0006 {
				t.Errorf("%g s, want %g", info.Seconds, want)
			}
			if !bytes.Equal(b, write(t, stripes(tt.spec))) {
				t.Error("the same film gave other bytes")
			}
		})
	}
}

func TestWriteRefuses(t *testing.T) {
	for _, s := range []Film{{Width: 97, Height: 64, FPS: 24, Frames: 1}, {Width: 96, Height: 8, FPS: 24, Frames: 1},
		{Width: 96, Height: 64, Frames: 1}, {Width: 96, Height: 64, FPS: 24}} {
		var w bytes.Buffer
		if err := stripes(s).Write(context.Background(), &w); err == nil || w.Len() > 0 {
			t.Errorf("%+v was taken", s)
		}
	}
}

func TestWriteStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	s := stripes(Film{Width: 32, Height: 32, FPS: 24, Frames: 24 * 60})
	paint, last := s.Paint, atomic.Int64{}
	s.Paint = func(i int, pix []byte) {
		cancel()
		last.Store(max(last.Load(), int64(i%s.groupSize())))
		paint(i, pix)
	}
	var w bytes.Buffer
	err := s.Write(ctx, &w)
	if errors.Is(err, ErrNoEncoder) {
		t.Skip(err)
	}
	if !errors.Is(err, context.Canceled) || w.Len() > 0 || last.Load() > 1 {
		t.Errorf("err %v, %d bytes, frame %d of a group", err, w.Len(), last.Load())
	}
}
