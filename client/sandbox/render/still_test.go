package render

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/jpeg"
	"image/png"
	"testing"
)

func stillOf(t *testing.T, r StillRequest) []byte {
	t.Helper()
	m, err := Still(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	if m.Bounds() != image.Rect(0, 0, r.Width, r.Height) {
		t.Errorf("%+v: bounds %v", r, m.Bounds())
	}
	return canvasFrom(m).pix
}

func TestEachFieldOfAStillMatters(t *testing.T) {
	base := StillRequest{Prompt: "a thing", Model: "genimage-2.5-flare", Seed: 1, Width: 120, Height: 80}
	variants := map[string]func(*StillRequest){
		"nothing": func(*StillRequest) {}, "prompt": func(r *StillRequest) { r.Prompt += "s" }, "model": func(r *StillRequest) { r.Model = "genimage-2.5-sunburst" },
		"seed": func(r *StillRequest) { r.Seed = 2 }, "width": func(r *StillRequest) { r.Width++ }, "height": func(r *StillRequest) { r.Height++ },
		"low": func(r *StillRequest) { r.Quality = "low" }, "high": func(r *StillRequest) { r.Quality = "high" },
		"xhigh": func(r *StillRequest) { r.Quality = "xhigh" }, "max": func(r *StillRequest) { r.Quality = "max" },
	}
	seen := map[string]string{}
	for name, change := range variants {
		r := base
		change(&r)
		pix := string(stillOf(t, r))
		if other, ok := seen[pix]; ok {
			t.Errorf("%s gives what %s gave", name, other)
		}
		seen[pix] = name
		if pix != string(stillOf(t, r)) {
			t.Errorf("%s: the same request gave another picture", name)
		}
	}
}

func TestStillSizes(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {7, 150}, {150, 7}, {33, 31}} {
		for _, quality := range []string{"low", "max"} {
			for _, prompt := range []string{"sea", "lake", "aurora", "dunes", "lanterns"} {
				stillOf(t, StillRequest{Prompt: prompt, Width: size[0], Height: size[1], Quality: quality})
			}
		}
	}
	for _, size := range [][2]int{{0, 10}, {10, 0}, {-5, -5}, {1 << 40, 1 << 40}, {3841, 3840}} {
		if _, err := Still(context.Background(), StillRequest{Width: size[0], Height: size[1]}); err == nil {
			t.Errorf("%v was taken", size)
		}
	}
}

func TestStillStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Still(ctx, StillRequest{Prompt: "sea", Width: 64, Height: 64}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if _, err := Edit(ctx, EditRequest{Images: []image.Image{picture(9, 9, 9)}}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// canvasFrom copies a picture onto a canvas.
func canvasFrom(m image.Image) *canvas { return canvasOf(cover(m, m.Bounds().Dx(), m.Bounds().Dy())) }

func flat(w, h int, grey uint8) *canvas {
	m := image.NewGray(image.Rect(0, 0, w, h))
	for i := range m.Pix {
		m.Pix[i] = grey
	}
	return canvasFrom(m)
}

func TestTheMarkIsThere(t *testing.T) {
	for _, size := range [][2]int{{1280, 720}, {720, 1280}, {1024, 1024}, {256, 144}} {
		w, h := size[0], size[1]
		m, err := newMark(w, h)
		if err != nil {
			t.Fatal(err)
		}
		if !m.at.In(image.Rect(0, 0, w, h)) || m.at.Min.X < w/2 || m.at.Min.Y < h/2 {
			t.Errorf("%dx%d: the mark stands at %v", w, h, m.at)
		}
		if part := float64(m.at.Dx()*m.at.Dy()) / float64(w*h); w >= 720 && part > 0.012 {
			t.Errorf("%dx%d: the mark covers %.2f %%", w, h, 100*part)
		}
		for _, ground := range []uint8{0, 128, 255} { // it must be seen on any ground
			c := flat(w, h, ground)
			m.stamp(c)
			lo, hi := byte(255), byte(0)
			for y := m.at.Min.Y; y < m.at.Max.Y; y++ {
				for x := m.at.Min.X; x < m.at.Max.X; x++ {
					v := c.pix[(y*w+x)*4]
					lo, hi = min(lo, v), max(hi, v)
				}
			}
			if hi-lo < 60 {
				t.Errorf("%dx%d on %d: contrast %d", w, h, ground, hi-lo)
			}
		}
	}
}

func TestEncode(t *testing.T) {
	m := picture(64, 40, 100)
	var p, j bytes.Buffer
	if err := errors.Join(EncodePNG(&p, m), EncodeJPEG(&j, m)); err != nil {
		t.Fatal(err)
	}
	back, err := png.Decode(&p)
	if err != nil || !bytes.Equal(canvasFrom(back).pix, m.Pix) {
		t.Errorf("PNG: %v", err)
	}
	if back, err := jpeg.Decode(&j); err != nil || back.Bounds() != m.Bounds() {
		t.Errorf("JPEG: %v", err)
	}
}

func TestSize(t *testing.T) {
	tests := []struct {
		resolution, ratio string
		w, h              int
	}{
		{"720P", "16:9", 1280, 720}, {"720P", "9:16", 720, 1280}, {"720P", "1:1", 720, 720},
		{"1080P", "16:9", 1920, 1080}, {"1080P", "9:16", 1080, 1920}, {"1080P", "1:1", 1080, 1080},
		{"", "", 1280, 720}, {"4K", "2:1", 1280, 720},
	}
	for _, tt := range tests {
		if w, h := Size(tt.resolution, tt.ratio); w != tt.w || h != tt.h {
			t.Errorf("%s %s: %dx%d, want %dx%d", tt.resolution, tt.ratio, w, h, tt.w, tt.h)
		}
	}
}

func TestSizeLike(t *testing.T) {
	tests := []struct {
		resolution   string
		inW, inH     int
		wantW, wantH int
	}{
		{"720P", 1920, 1080, 1280, 720}, {"1080P", 640, 360, 1920, 1080}, {"720P", 1080, 1920, 720, 1280}, {"720P", 500, 500, 720, 720},
		{"720P", 1000, 667, 1078, 720}, {"720P", 9000, 100, 1728, 720}, {"1080P", 1, 50, 1080, 2592}, {"720P", 0, 0, 1280, 720},
	}
	for _, tt := range tests {
		if w, h := SizeLike(tt.resolution, tt.inW, tt.inH); w != tt.wantW || h != tt.wantH {
			t.Errorf("%s %dx%d: %dx%d, want %dx%d", tt.resolution, tt.inW, tt.inH, w, h, tt.wantW, tt.wantH)
		}
	}
}

func BenchmarkStill1024(b *testing.B) {
	for b.Loop() {
		if _, err := Still(context.Background(), StillRequest{Prompt: "lanterns", Width: 1024, Height: 1024}); err != nil {
			b.Fatal(err)
		}
	}
}
