package render

import (
	"context"
	"errors"
	"image"
	"testing"
)

func edit(t *testing.T, r EditRequest) *canvas {
	t.Helper()
	m, err := maker.Edit(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	return canvasFrom(m)
}

func TestEditDiffersFromInput(t *testing.T) {
	pictures := map[string]image.Image{"gradient": picture(200, 120, 100), "black": flat(200, 120, 0).image(),
		"grey": flat(200, 120, 128).image(), "white": flat(200, 120, 255).image()}
	for name, m := range pictures {
		for seed := range int64(24) { // covers all colour grades
			c := edit(t, EditRequest{StillRequest{Seed: seed}, []image.Image{m}})
			if p := psnr(c.pix, canvasFrom(m).pix, 200, 120); p > 42 {
				t.Errorf("%s, seed %d: nothing to be seen: %.1f dB", name, seed, p)
			}
		}
	}
}

func TestEachFieldOfAnEditMatters(t *testing.T) {
	base := EditRequest{StillRequest{Prompt: "a change", Model: "genimage-2.5-flare", Seed: 1},
		[]image.Image{picture(160, 100, 50)}}
	variants := map[string]func(*EditRequest){
		"nothing": func(*EditRequest) {}, "prompt": func(r *EditRequest) {
			r.Prompt += "s"
		}, "model": func(r *EditRequest) { r.Model = "genimage-2.5-sunburst" },
		"seed": func(r *EditRequest) {
			r.Seed = 2
		}, "picture": func(r *EditRequest) { r.Images = []image.Image{picture(160, 100, 70)} },
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
			c := edit(t, EditRequest{Images: []image.Image{picture(size[0], size[1], 9), picture(5, 5, 0)},
				StillRequest: StillRequest{Prompt: prompt}})
			if c.w != size[0] || c.h != size[1] {
				t.Errorf("%v became %dx%d", size, c.w, c.h)
			}
		}
	}
	c := edit(t, EditRequest{StillRequest{Width: 64, Height: 128}, []image.Image{picture(90, 60, 9)}})
	if c.w != 64 || c.h != 128 {
		t.Errorf("%dx%d, want 64x128", c.w, c.h)
	}
	if _, err := maker.Edit(context.Background(), EditRequest{}); !errors.Is(err, ErrNoPicture) {
		t.Errorf("got %v", err)
	}
	if _, err := maker.Edit(context.Background(),
		EditRequest{StillRequest{Width: 50}, []image.Image{picture(9, 9, 9)}}); err == nil {
		t.Error("a width without a height was taken")
	}
}

// An edit changes the picture but stays recognizable.
func TestEditResemblesInput(t *testing.T) {
	m := cover(testPicture(320, 200, 90), 320, 200)
	c := canvasOf(cover(m, 320, 200))
	paintStrokes(c, 7)
	if p := psnr(c.pix, m.Pix, 320, 200); p < 25 || p > 48 {
		t.Errorf("%.1f dB between the picture and the painting", p)
	}
}
