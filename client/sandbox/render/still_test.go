package render

import (
	"context"
	"errors"
	"image"
	"testing"
)

func stillOf(t *testing.T, r StillRequest) []byte {
	t.Helper()
	m, err := maker.Still(context.Background(), r)
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
		"nothing": func(*StillRequest) {}, "prompt": func(r *StillRequest) {
			r.Prompt += "s"
		}, "model": func(r *StillRequest) { r.Model = "genimage-2.5-sunburst" },
		"seed": func(r *StillRequest) {
			r.Seed = 2
		}, "width": func(r *StillRequest) { r.Width++ }, "height": func(r *StillRequest) { r.Height++ },
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
			for _, b := range sceneInputs() {
				stillOf(t, StillRequest{Seed: b.seed, Width: size[0], Height: size[1], Quality: quality})
			}
		}
	}
	for _, size := range [][2]int{{0, 10}, {10, 0}, {-5, -5}, {1 << 40, 1 << 40}, {3841, 3840}} {
		if _, err := maker.Still(context.Background(), StillRequest{Width: size[0], Height: size[1]}); err == nil {
			t.Errorf("%v was taken", size)
		}
	}
}

func TestStillStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := maker.Still(ctx, StillRequest{Prompt: "sea", Width: 64, Height: 64}); !errors.Is(err,
		context.Canceled) {
		t.Errorf("got %v", err)
	}
	if _, err := maker.Edit(ctx, EditRequest{Images: []image.Image{picture(9, 9, 9)}}); !errors.Is(err,
		context.Canceled) {
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

func TestWatermarkIsVisible(t *testing.T) {
	for _, size := range [][2]int{{1280, 720}, {720, 1280}, {1024, 1024}, {256, 144}} {
		w, h := size[0], size[1]
		m, err := newWatermark(w, h)
		if err != nil {
			t.Fatal(err)
		}
		if !m.text.Rect.In(image.Rect(0, 0, w, h)) || m.text.Rect.Min.X < w/2 || m.text.Rect.Min.Y < h/2 {
			t.Errorf("%dx%d: the mark stands at %v", w, h, m.text.Rect)
		}
		if part := float64(m.text.Rect.Dx()*m.text.Rect.Dy()) / float64(w*h); w >= 720 && part > 0.012 {
			t.Errorf("%dx%d: the mark covers %.2f %%", w, h, 100*part)
		}
		for _, ground := range []uint8{0, 128, 255} { // it must be visible on any background
			c := flat(w, h, ground)
			m.stamp(c)
			lo, hi := byte(255), byte(0)
			for y := m.text.Rect.Min.Y; y < m.text.Rect.Max.Y; y++ {
				for x := m.text.Rect.Min.X; x < m.text.Rect.Max.X; x++ {
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

func BenchmarkStill1024(b *testing.B) {
	size := 1024
	if testing.Short() {
		size = 128
	}
	for b.Loop() {
		if _, err := maker.Still(context.Background(),
			StillRequest{Prompt: "lanterns", Width: size, Height: size}); err != nil {
			b.Fatal(err)
		}
	}
}
