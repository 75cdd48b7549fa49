package render

import (
	"context"
	"errors"
	"image"
	"math"
	"testing"
)

func edit(t *testing.T, r EditRequest) *canvas {
	t.Helper()
	m, err := Edit(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	return canvasFrom(m)
}

// meanOf gives the mean of the channels in the upper half, where no mark stands.
func meanOf(c *canvas) (r, g, b float64) {
	n := c.w * c.h / 2
	for i := range n {
		r += float64(c.pix[i*4])
		g += float64(c.pix[i*4+1])
		b += float64(c.pix[i*4+2])
	}
	return r / float64(n), g / float64(n), b / float64(n)
}

func TestEditNeverGivesBackWhatWasSent(t *testing.T) {
	pictures := map[string]image.Image{"gradient": picture(200, 120, 100), "black": flat(200, 120, 0).image(), "grey": flat(200, 120, 128).image(), "white": flat(200, 120, 255).image()}
	for name, m := range pictures {
		for _, prompt := range []string{"", "make it better", "night", "sunset", "snow", "black and white", "warmer", "brighter"} {
			c := edit(t, EditRequest{Images: []image.Image{m}, Prompt: prompt})
			if p := psnr(c.pix, canvasFrom(m).pix, 200, 120); p > 42 {
				t.Errorf("%s, %q: nothing to be seen: %.1f dB", name, prompt, p)
			}
		}
	}
}

func TestEditFollowsTheWords(t *testing.T) {
	m := picture(200, 120, 110)
	images := []image.Image{m}
	r0, g0, b0 := meanOf(canvasFrom(m))
	light0 := r0 + g0 + b0
	tests := []struct {
		prompt string
		ok     func(r, g, b float64) bool
	}{
		{"make it night", func(r, g, b float64) bool { return r+g+b < 0.75*light0 && b/r > b0/r0 }},
		{"变成夜晚", func(r, g, b float64) bool { return r+g+b < 0.75*light0 }},
		{"at sunset", func(r, g, b float64) bool { return r/b > 1.2*r0/b0 }},
		{"bei Sonnenuntergang", func(r, g, b float64) bool { return r/b > 1.2*r0/b0 }},
		{"warmer please", func(r, g, b float64) bool { return r/b > 1.1*r0/b0 }},
		{"make it cooler", func(r, g, b float64) bool { return b/r > 1.1*b0/r0 }},
		{"darker", func(r, g, b float64) bool { return r+g+b < 0.85*light0 }},
		{"brighter", func(r, g, b float64) bool { return r+g+b > 1.05*light0 }},
		{"black and white", func(r, g, b float64) bool { return math.Abs(r-g) < 1 && math.Abs(g-b) < 1 }},
	}
	for _, tt := range tests {
		r, g, b := meanOf(edit(t, EditRequest{Images: images, Prompt: tt.prompt}))
		if !tt.ok(r, g, b) {
			t.Errorf("%q: mean %.0f %.0f %.0f became %.0f %.0f %.0f", tt.prompt, r0, g0, b0, r, g, b)
		}
	}
}

func TestEachFieldOfAnEditMatters(t *testing.T) {
	base := EditRequest{Images: []image.Image{picture(160, 100, 50)}, Prompt: "a change", Model: "genimage-2.5-flare", Seed: 1}
	variants := map[string]func(*EditRequest){
		"nothing": func(*EditRequest) {}, "prompt": func(r *EditRequest) { r.Prompt += "s" }, "model": func(r *EditRequest) { r.Model = "genimage-2.5-sunburst" },
		"seed": func(r *EditRequest) { r.Seed = 2 }, "picture": func(r *EditRequest) { r.Images = []image.Image{picture(160, 100, 70)} },
		"second picture": func(r *EditRequest) { r.Images = append(r.Images[:1:1], picture(30, 30, 200)) },
		"size":           func(r *EditRequest) { r.Width, r.Height = 100, 160 },
		"quality":        func(r *EditRequest) { r.Quality = "max" },
	}
	seen := map[string]string{}
	for name, change := range variants {
		r := base
		change(&r)
		pix := string(edit(t, r).pix)
		if other, ok := seen[pix]; ok {
			t.Errorf("%s gives what %s gave", name, other)
		}
		seen[pix] = name
		if pix != string(edit(t, r).pix) {
			t.Errorf("%s: the same request gave another picture", name)
		}
	}
}

func TestEditSizes(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {3, 2}, {2, 90}, {400, 51}} {
		for _, prompt := range []string{"x", "northern lights, snow, lanterns and birds at night"} {
			c := edit(t, EditRequest{Images: []image.Image{picture(size[0], size[1], 9), picture(5, 5, 0)}, Prompt: prompt})
			if c.w != size[0] || c.h != size[1] {
				t.Errorf("%v became %dx%d", size, c.w, c.h)
			}
		}
	}
	c := edit(t, EditRequest{Images: []image.Image{picture(90, 60, 9)}, Width: 64, Height: 128})
	if c.w != 64 || c.h != 128 {
		t.Errorf("%dx%d, want 64x128", c.w, c.h)
	}
	if _, err := Edit(context.Background(), EditRequest{}); !errors.Is(err, ErrNoPicture) {
		t.Errorf("got %v", err)
	}
	if _, err := Edit(context.Background(), EditRequest{Images: []image.Image{picture(9, 9, 9)}, Width: 50}); err == nil {
		t.Error("a width without a height was taken")
	}
}

// The brush paints anew, and what is painted can still be told.
func TestAnEditIsPainted(t *testing.T) {
	m := cover(testPicture(320, 200, 90), 320, 200)
	c := canvasOf(cover(m, 320, 200))
	brushOver(c, strokes(320, 200, ""), 7)
	if p := psnr(c.pix, m.Pix, 320, 200); p < 25 || p > 48 {
		t.Errorf("%.1f dB between the picture and the painting", p)
	}
}
