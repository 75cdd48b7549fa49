package render

import (
	"bytes"
	"context"
	"errors"
	"image"
	"math"
	"testing"

	"viviscope/client/sandbox/render/scene"
)

func edit(t *testing.T, r EditRequest) *scene.Canvas {
	t.Helper()
	m, err := Edit(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	return canvasOf(m)
}

// meanOf gives the mean of the channels in the upper half, where no mark stands.
func meanOf(c *scene.Canvas) (r, g, b float64) {
	n := c.W * c.H / 2
	for i := range n {
		r += float64(c.Pix[i*4])
		g += float64(c.Pix[i*4+1])
		b += float64(c.Pix[i*4+2])
	}
	return r / float64(n), g / float64(n), b / float64(n)
}

func TestEditNeverGivesBackWhatWasSent(t *testing.T) {
	pictures := map[string]image.Image{"gradient": picture(200, 120, 100), "black": flat(200, 120, 0).Image(), "grey": flat(200, 120, 128).Image(), "white": flat(200, 120, 255).Image()}
	for name, m := range pictures {
		for _, prompt := range []string{"", "make it better", "night", "sunset", "snow", "black and white", "warmer", "brighter"} {
			c := edit(t, EditRequest{Images: []image.Image{m}, Prompt: prompt})
			if p := psnr(c.Pix, canvasOf(m).Pix, 200, 120); p > 42 {
				t.Errorf("%s, %q: nothing to be seen: %.1f dB", name, prompt, p)
			}
		}
	}
}

func TestEditFollowsTheWords(t *testing.T) {
	m := picture(200, 120, 110)
	images := []image.Image{m}
	r0, g0, b0 := meanOf(canvasOf(m))
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
		pix := string(edit(t, r).Pix)
		if other, ok := seen[pix]; ok {
			t.Errorf("%s gives what %s gave", name, other)
		}
		seen[pix] = name
		if pix != string(edit(t, r).Pix) {
			t.Errorf("%s: the same request gave another picture", name)
		}
	}
}

func TestEditSizes(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {3, 2}, {2, 90}, {400, 51}} {
		for _, prompt := range []string{"x", "northern lights, snow, lanterns and birds at night"} {
			c := edit(t, EditRequest{Images: []image.Image{picture(size[0], size[1], 9), picture(5, 5, 0)}, Prompt: prompt})
			if c.W != size[0] || c.H != size[1] {
				t.Errorf("%v became %dx%d", size, c.W, c.H)
			}
		}
	}
	c := edit(t, EditRequest{Images: []image.Image{picture(90, 60, 9)}, Width: 64, Height: 128})
	if c.W != 64 || c.H != 128 {
		t.Errorf("%dx%d, want 64x128", c.W, c.H)
	}
	if _, err := Edit(context.Background(), EditRequest{}); !errors.Is(err, ErrNoPicture) {
		t.Errorf("got %v", err)
	}
	if _, err := Edit(context.Background(), EditRequest{Images: []image.Image{picture(9, 9, 9)}, Width: 50}); err == nil {
		t.Error("a width without a height was taken")
	}
}

// The brush flattens areas and keeps edges.
func TestPaintOver(t *testing.T) {
	const w, h = 120, 130
	c := scene.NewCanvas(w, h)
	for y := range h {
		for x := range w {
			v := byte(60 + (x*7+y*13)%16) // a fine pattern
			if x >= w/2 {
				v += 120
			}
			o := (y*w + x) * 4
			c.Pix[o], c.Pix[o+1], c.Pix[o+2] = v, v, v
		}
	}
	before := bytes.Clone(c.Pix)
	paintOver(c, 4)
	row := c.Pix[60*w*4:]
	if left, right := row[(w/2-1)*4], row[w/2*4]; right-left < 80 {
		t.Errorf("the edge became %d beside %d", left, right)
	}
	rough := func(pix []byte) (sum int) {
		for x := 10; x < 40; x++ {
			d := int(pix[(60*w+x)*4]) - int(pix[(60*w+x+1)*4])
			sum += max(d, -d)
		}
		return sum
	}
	if a, b := rough(before), rough(c.Pix); b > a/3 {
		t.Errorf("the pattern stayed: %d of %d", b, a)
	}
}
