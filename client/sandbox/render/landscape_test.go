package render

import (
	"bytes"
	"image"
	"image/color"
	"testing"
)

// briefs has one of each family, and the forms that take other paths.
func briefs() map[string]brief {
	return map[string]brief{
		"mountains":       {prompt: "mountains"},
		"lake":            {prompt: "a lake in the hills"},
		"snow":            {prompt: "snowy mountains at night"},
		"sea":             {prompt: "the sea"},
		"sea by night":    {prompt: "the sea at night, no boats", negative: "boats, clouds"},
		"aurora":          {prompt: "aurora"},
		"aurora and snow": {prompt: "aurora in winter"},
		"dunes":           {prompt: "dunes"},
		"desert night":    {prompt: "desert at night"},
		"lanterns":        {prompt: "lanterns"},
		"grey":            {prompt: "black and white hills"},
		"warm":            {prompt: "warm golden dunes"},
		"hash":            {prompt: "xyzzy", seed: 7},
	}
}

func painted(b brief, w, h int, t float32) []byte {
	c := newCanvas(w, h)
	newLandscape(b, w, h).paint(c, t, 5)
	return c.pix
}

func TestAMomentDependsOnNothingElse(t *testing.T) {
	for name, b := range briefs() {
		const w, h = 160, 90
		want := painted(b, w, h, 1.5)
		l, c := newLandscape(b, w, h), newCanvas(w, h)
		for i := range c.pix { // what stood on the canvas before must not show
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
	for name, b := range briefs() {
		if bytes.Equal(painted(b, 160, 90, 0), painted(b, 160, 90, 2)) {
			t.Errorf("%s: nothing moves", name)
		}
	}
}

// Neighbouring frames must be alike: a jump means that something began anew, or that a hash took part of the time.
func TestScenesMoveSmoothly(t *testing.T) {
	for name, b := range briefs() {
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
	base := brief{prompt: "hills and birds", negative: "people", model: "clip-3.0", seed: 1}
	variants := map[string]func(*brief){
		"prompt":   func(b *brief) { b.prompt += "." },
		"negative": func(b *brief) { b.negative += "." },
		"model":    func(b *brief) { b.model = "clip-2.6" },
		"seed":     func(b *brief) { b.seed = 2 },
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

// A picture and a clip of the same words must show the same place, though their models differ.
func TestModelsShareThePlace(t *testing.T) {
	for name, b := range briefs() {
		other := b
		b.model, other.model = "clip-3.0", "genimage-2.5-flare"
		if familyOf(b) != familyOf(other) {
			t.Errorf("%s: another family", name)
		}
		if d := meanDifference(painted(b, 160, 90, 0), painted(other, 160, 90, 0)); d > 14 {
			t.Errorf("%s: the pictures differ by %.1f a channel", name, d)
		}
	}
}

func TestFamilyFollowsTheWords(t *testing.T) {
	for seed := range int64(20) {
		for prompt, want := range map[string]family{"boats": sea, "a forest": mountains, "sahara": dunes, "lampions": lanterns, "aurora": aurora} {
			if got := familyOf(brief{prompt: prompt, seed: seed}); got != want {
				t.Errorf("%q: got %v", prompt, got)
			}
		}
		if got := familyOf(brief{prompt: "hello", negative: "mountains", seed: seed}); got == mountains {
			t.Error("mountains, though they were to be avoided")
		}
		if got := familyOf(brief{prompt: "snow", seed: seed}); got != mountains && got != aurora {
			t.Errorf("snow on %v", got)
		}
	}
}

func TestTheHashReachesAllFamilies(t *testing.T) {
	seen := map[family]bool{}
	for seed := range int64(100) {
		seen[familyOf(brief{prompt: "hello", seed: seed})] = true
	}
	if len(seen) != 5 {
		t.Errorf("only %v", seen)
	}
}

func TestNightIsDark(t *testing.T) {
	for _, prompt := range []string{"mountains at night", "the desert at night", "lake at night"} {
		for seed := range int64(4) {
			pix := painted(brief{prompt: prompt, seed: seed}, 96, 54, 0)
			if m := meanDifference(pix, make([]byte, len(pix))); m > 110 {
				t.Errorf("%q, seed %d: mean light %.0f", prompt, seed, m)
			}
		}
	}
}

// Nothing may go out of bounds, whatever the size and the moment.
func TestAnySizeAndWords(t *testing.T) {
	r := rng(11)
	words := []string{"sea", "lake", "dunes", "lanterns", "aurora", "hills", "night", "snow", "dusk", "birds", "moon", "clouds", "cold"}
	some := func() string {
		out := ""
		for range r.n(4) {
			out += words[r.n(len(words))] + " "
		}
		return out
	}
	for range 40 {
		w, h := 32+r.n(70), 32+r.n(70)
		painted(brief{prompt: some(), negative: some(), seed: int64(r.next())}, w, h, r.in(0, 15))
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

func TestAFilmBetweenPicturesBeginsAndEndsExactly(t *testing.T) {
	const w, h, dur = 160, 90, 3
	a, b := testPicture(300, 200, 40), testPicture(90, 120, 200)
	p, c := newMove(a, b, brief{seed: 3}, w, h), newCanvas(w, h)
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

func TestAFilmFromAPictureBeginsExactlyAndMovesOn(t *testing.T) {
	const w, h, dur = 160, 90, 3
	a := testPicture(160, 90, 90)
	for _, prompt := range []string{"", "night", "sunset", "dawn", "snow", "cold"} {
		p, c := newMove(a, nil, brief{prompt: prompt}, w, h), newCanvas(w, h)
		p.paint(c, 0, dur)
		if !bytes.Equal(c.image().Pix, a.Pix) {
			t.Errorf("%q: the first frame is not the picture", prompt)
		}
		last := bytes.Clone(c.pix)
		for i := 1; i < dur*fps; i++ {
			p.paint(c, float32(i)/fps, dur)
			if d := meanDifference(last, c.pix); d > 4 {
				t.Errorf("%q: frame %d jumps by %.1f", prompt, i, d)
			}
			copy(last, c.pix)
		}
		if meanDifference(last, a.Pix) < 2 {
			t.Errorf("%q: nothing happens", prompt)
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

func TestAdorn(t *testing.T) {
	for _, prompt := range []string{"add lanterns", "northern lights", "snow", "night", "birds"} {
		c := canvasOf(testPicture(120, 80, 60))
		before := bytes.Clone(c.pix)
		if adorn(c, brief{prompt: prompt}); bytes.Equal(before, c.pix) {
			t.Errorf("%q adds nothing", prompt)
		}
	}
	c := canvasOf(testPicture(120, 80, 60))
	before := bytes.Clone(c.pix)
	if adorn(c, brief{prompt: "make it nicer"}); !bytes.Equal(before, c.pix) {
		t.Error("something was added without words for it")
	}
}
