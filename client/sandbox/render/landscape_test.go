package render

import (
	"bytes"
	"image"
	"image/color"
	"strings"
	"sync"
	"testing"
)

// sceneInputs contains one of each family, and both kinds of mountains.
var sceneInputs = sync.OnceValue(func() map[string]sceneInput {
	out := map[string]sceneInput{}
	for seed := int64(0); len(out) < 5; seed++ {
		b := sceneInput{seed: seed}
		l := newLandscape(b, 64, 36)
		name := [...]string{mountains: "mountains", sea: "sea", dunes: "dunes", aurora: "aurora"}[l.family]
		if l.family == mountains && l.shore < 35 {
			name = "lake"
		}
		if _, ok := out[name]; !ok {
			out[name] = b
		}
	}
	return out
})

func painted(b sceneInput, w, h int, t float32) []byte {
	c := newCanvas(w, h)
	newLandscape(b, w, h).paint(c, t, 5)
	return c.pix
}

func TestPaintDependsOnTimeOnly(t *testing.T) {
	for name, b := range sceneInputs() {
		const w, h = 160, 90
		want := painted(b, w, h, 1.5)
		l, c := newLandscape(b, w, h), newCanvas(w, h)
		for i := range c.pix { // the previous content of the canvas must not matter
			c.pix[i] = byte(i * 7)
		}
		l.paint(c, 4, 5)
		l.paint(c, 1.5, 5)
		if meanDifference(c.pix, want) != 0 {
			t.Errorf("%s: the moment depends on what was painted before", name)
		}
	}
}

func TestScenesMove(t *testing.T) {
	for name, b := range sceneInputs() {
		if bytes.Equal(painted(b, 160, 90, 0), painted(b, 160, 90, 2)) {
			t.Errorf("%s: nothing moves", name)
		}
	}
}

// Consecutive frames must be similar: a jump would mean that noise restarted or a hash depends on time.
func TestScenesMoveSmoothly(t *testing.T) {
	for name, b := range sceneInputs() {
		const w, h = 128, 72
		p := newLandscape(b, w, h)
		last, c := newCanvas(w, h), newCanvas(w, h)
		p.paint(last, 0, 5)
		for i := 1; i <= 24; i++ {
			p.paint(c, float32(i)/fps, 5)
			if d := meanDifference(last.pix, c.pix); d > 6 {
				t.Errorf("%s: frame %d differs from the one before by %.1f a channel", name, i, d)
			}
			last, c = c, last
		}
	}
}

func meanDifference(a, b []byte) float64 {
	sum, n := 0, 0
	for i := range a {
		if i%4 == 3 {
			continue
		}
		d := int(a[i]) - int(b[i])
		sum += max(d, -d)
		n++
	}
	return float64(sum) / float64(n)
}

func TestEachFieldMatters(t *testing.T) {
	base := sceneInput{prompt: "hills and birds", negative: "people", model: "clip-3.0", seed: 1}
	variants := map[string]func(*sceneInput){
		"prompt":   func(b *sceneInput) { b.prompt += "." },
		"negative": func(b *sceneInput) { b.negative += "." },
		"model":    func(b *sceneInput) { b.model = "clip-2.6" },
		"seed":     func(b *sceneInput) { b.seed = 2 },
	}
	want := painted(base, 160, 90, 1)
	for name, change := range variants {
		b := base
		change(&b)
		if bytes.Equal(painted(b, 160, 90, 1), want) {
			t.Errorf("%s does not matter", name)
		}
	}
}

// A picture and a clip with the same prompt must show the same place, even with different models.
func TestModelsShareLayout(t *testing.T) {
	for name, b := range sceneInputs() {
		other := b
		b.model, other.model = "clip-3.0", "genimage-2.5-flare"
		if d := meanDifference(painted(b, 160, 90, 0), painted(other, 160, 90, 0)); d > 14 {
			t.Errorf("%s: the pictures differ by %.1f a channel", name, d)
		}
	}
}

func TestSeedsReachAllPalettesAndNeighboursDiffer(t *testing.T) {
	for _, prompt := range []string{"", "hello", "a quiet lake at dawn"} {
		seen := map[palette]bool{}
		for seed := range int64(len(palettes)) {
			seen[sceneInput{prompt: prompt, seed: seed}.palette()] = true
		}
		if len(seen) != len(palettes) {
			t.Errorf("%q: %d seeds have %d palettes", prompt, len(palettes), len(seen))
		}
	}
	seen := map[palette]bool{}
	for i := range 200 {
		seen[sceneInput{prompt: strings.Repeat("x", i), seed: -1}.palette()] = true
	}
	if len(seen) != len(palettes) {
		t.Errorf("prompts have %d palettes", len(seen))
	}
}

// No index is out of range at any size and time.
func TestPaintAtAnySizeAndTime(t *testing.T) {
	r := rng(11)
	for range 40 {
		w, h := 32+r.n(70), 32+r.n(70)
		painted(sceneInput{seed: int64(r.next())}, w, h, r.in(0, 15))
	}
}

func testPicture(w, h int, hue uint8) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.SetRGBA(x, y, color.RGBA{uint8(x * 255 / w), uint8(y * 255 / h), hue, 255})
		}
	}
	return m
}

func TestFilmBetweenPicturesBeginsAndEndsExactly(t *testing.T) {
	const w, h, dur = 160, 90, 3
	a, b := testPicture(300, 200, 40), testPicture(90, 120, 200)
	p, c := newPictureFilm(a, b, sceneInput{seed: 3}, w, h), newCanvas(w, h)
	p.paint(c, 0, dur)
	if !bytes.Equal(c.image().Pix, cover(a, w, h).Pix) {
		t.Error("the first frame is not the first picture")
	}
	last := bytes.Clone(c.pix)
	for i := 1; i < dur*fps; i++ {
		p.paint(c, float32(i)/fps, dur)
		if d := meanDifference(last, c.pix); d > 8 {
			t.Errorf("frame %d jumps by %.1f", i, d)
		}
		copy(last, c.pix)
	}
	if !bytes.Equal(c.image().Pix, cover(b, w, h).Pix) {
		t.Error("the last frame is not the last picture")
	}
}

func TestFilmFromPictureBeginsExactlyAndMoves(t *testing.T) {
	const w, h, dur = 160, 90, 3
	a := testPicture(160, 90, 90)
	for seed := range int64(6) {
		p, c := newPictureFilm(a, nil, sceneInput{seed: seed}, w, h), newCanvas(w, h)
		p.paint(c, 0, dur)
		if !bytes.Equal(c.image().Pix, a.Pix) {
			t.Errorf("seed %d: the first frame is not the picture", seed)
		}
		last := bytes.Clone(c.pix)
		for i := 1; i < dur*fps; i++ {
			p.paint(c, float32(i)/fps, dur)
			if d := meanDifference(last, c.pix); d > 4 {
				t.Errorf("seed %d: frame %d jumps by %.1f", seed, i, d)
			}
			copy(last, c.pix)
		}
		if meanDifference(last, a.Pix) < 2 {
			t.Errorf("seed %d: nothing happens", seed)
		}
	}
}

func TestCover(t *testing.T) {
	wide := image.NewRGBA(image.Rect(10, 20, 310, 120)) // black, with a white middle that the cut must keep
	for y := 20; y < 120; y++ {
		for x := 110; x < 210; x++ {
			wide.SetRGBA(x, y, color.RGBA{255, 255, 255, 255})
		}
	}
	m := cover(wide, 50, 50)
	for _, p := range []image.Point{{0, 0}, {49, 49}, {25, 25}} {
		if r := m.RGBAAt(p.X, p.Y).R; p.X == 25 && r != 255 {
			t.Errorf("at %v: %d", p, r)
		}
	}
	if m.Bounds() != image.Rect(0, 0, 50, 50) {
		t.Errorf("bounds %v", m.Bounds())
	}
	glass := cover(image.NewNRGBA(image.Rect(0, 0, 40, 40)), 40, 40)
	if got := glass.RGBAAt(3, 3); got != (color.RGBA{255, 255, 255, 255}) {
		t.Errorf("what is transparent became %v", got)
	}
}
