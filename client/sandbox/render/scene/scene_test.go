package scene

import (
	"bytes"
	"image"
	"image/color"
	"testing"
)

// briefs has one of each family, and the forms that take other paths.
func briefs() map[string]Brief {
	return map[string]Brief{
		"mountains":       {Prompt: "mountains"},
		"lake":            {Prompt: "a lake in the hills"},
		"snow":            {Prompt: "snowy mountains at night"},
		"sea":             {Prompt: "the sea"},
		"sea by night":    {Prompt: "the sea at night, no boats", Negative: "boats, clouds"},
		"aurora":          {Prompt: "aurora"},
		"aurora and snow": {Prompt: "aurora in winter"},
		"dunes":           {Prompt: "dunes"},
		"desert night":    {Prompt: "desert at night"},
		"lanterns":        {Prompt: "lanterns"},
		"grey":            {Prompt: "black and white hills"},
		"warm":            {Prompt: "warm golden dunes"},
		"hash":            {Prompt: "xyzzy", Seed: 7},
	}
}

func paint(s Scene, w, h int, t float32) []byte {
	c := NewCanvas(w, h)
	s.Stage(w, h).Painter().Paint(c, t, 5)
	return c.Pix
}

func TestAMomentDependsOnNothingElse(t *testing.T) {
	for name, b := range briefs() {
		t.Run(name, func(t *testing.T) {
			const w, h = 160, 90
			want := paint(New(b), w, h, 1.5)
			stage := New(b).Stage(w, h)
			p := stage.Painter()
			c := NewCanvas(w, h)
			for i := range c.Pix { // what stood on the canvas before must not show
				c.Pix[i] = byte(i * 7)
			}
			p.Paint(c, 4, 5)
			p.Paint(c, 1.5, 5)
			c.Image()
			wantImage := &Canvas{W: w, H: h, Pix: want}
			wantImage.Image()
			if !bytes.Equal(c.Pix, want) {
				t.Error("the moment depends on what was painted before")
			}
			other := NewCanvas(w, h)
			stage.Painter().Paint(other, 1.5, 5)
			other.Image()
			if !bytes.Equal(other.Pix, want) {
				t.Error("a second painter of the stage paints something else")
			}
		})
	}
}

func TestScenesMove(t *testing.T) {
	for name, b := range briefs() {
		if bytes.Equal(paint(New(b), 160, 90, 0), paint(New(b), 160, 90, 2)) {
			t.Errorf("%s: nothing moves", name)
		}
	}
}

// Neighbouring frames must be alike: a jump means that something began anew, or that a hash took part of the time.
func TestScenesMoveSmoothly(t *testing.T) {
	for name, b := range briefs() {
		const w, h = 128, 72
		p := New(b).Stage(w, h).Painter()
		last, c := NewCanvas(w, h), NewCanvas(w, h)
		p.Paint(last, 0, 5)
		for i := 1; i <= 24; i++ {
			p.Paint(c, float32(i)/FPS, 5)
			if d := meanDifference(last.Pix, c.Pix); d > 6 {
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
	base := Brief{Prompt: "hills and birds", Negative: "people", Model: "clip-3.0", Seed: 1}
	variants := map[string]func(*Brief){
		"prompt":   func(b *Brief) { b.Prompt += "." },
		"negative": func(b *Brief) { b.Negative += "." },
		"model":    func(b *Brief) { b.Model = "clip-2.6" },
		"seed":     func(b *Brief) { b.Seed = 2 },
	}
	want := paint(New(base), 160, 90, 1)
	for name, change := range variants {
		b := base
		change(&b)
		if bytes.Equal(paint(New(b), 160, 90, 1), want) {
			t.Errorf("%s does not matter", name)
		}
	}
}

// A picture and a clip of the same words must show the same place, though their models differ.
func TestModelsShareThePlace(t *testing.T) {
	for name, b := range briefs() {
		other := b
		b.Model, other.Model = "clip-3.0", "genimage-2.5-flare"
		if FamilyOf(b) != FamilyOf(other) {
			t.Errorf("%s: another family", name)
		}
		if d := meanDifference(paint(New(b), 160, 90, 0), paint(New(other), 160, 90, 0)); d > 14 {
			t.Errorf("%s: the pictures differ by %.1f a channel", name, d)
		}
	}
}

func TestFamilyFollowsTheWords(t *testing.T) {
	for seed := range int64(20) {
		for prompt, want := range map[string]Family{"boats": Sea, "a forest": Mountains, "sahara": Dunes, "lampions": Lanterns, "aurora": Aurora} {
			if got := FamilyOf(Brief{Prompt: prompt, Seed: seed}); got != want {
				t.Errorf("%q: got %v", prompt, got)
			}
		}
		if got := FamilyOf(Brief{Prompt: "hello", Negative: "mountains", Seed: seed}); got == Mountains {
			t.Error("mountains, though they were to be avoided")
		}
		if got := FamilyOf(Brief{Prompt: "snow", Seed: seed}); got != Mountains && got != Aurora {
			t.Errorf("snow on %v", got)
		}
	}
}

func TestTheHashReachesAllFamilies(t *testing.T) {
	seen := map[Family]bool{}
	for seed := range int64(100) {
		seen[FamilyOf(Brief{Prompt: "hello", Seed: seed})] = true
	}
	if len(seen) != 5 {
		t.Errorf("only %v", seen)
	}
}

func TestNightIsDark(t *testing.T) {
	for _, prompt := range []string{"mountains at night", "the desert at night", "lake at night"} {
		for seed := range int64(4) {
			pix := paint(New(Brief{Prompt: prompt, Seed: seed}), 96, 54, 0)
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
		paint(New(Brief{Prompt: some(), Negative: some(), Seed: int64(r.next())}), w, h, r.in(0, 15))
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

func TestMorphBeginsAndEndsExactly(t *testing.T) {
	const w, h, dur = 160, 90, 3
	a, b := testPicture(300, 200, 40), testPicture(90, 120, 200)
	p := NewMorph(a, b, Brief{Seed: 3}).Stage(w, h).Painter()
	c := NewCanvas(w, h)
	p.Paint(c, 0, dur)
	if !bytes.Equal(c.Image().Pix, Cover(a, w, h).Pix) {
		t.Error("the first frame is not the first picture")
	}
	p.Paint(c, dur-1.0/FPS, dur)
	if !bytes.Equal(c.Image().Pix, Cover(b, w, h).Pix) {
		t.Error("the last frame is not the last picture")
	}
	p.Paint(c, dur/2.0, dur)
	if bytes.Equal(c.Image().Pix, Cover(a, w, h).Pix) || bytes.Equal(c.Image().Pix, Cover(b, w, h).Pix) {
		t.Error("nothing lies between them")
	}
}

func TestMoveBeginsExactlyAndMovesOn(t *testing.T) {
	const w, h, dur = 160, 90, 3
	a := testPicture(160, 90, 90)
	for _, prompt := range []string{"", "night", "sunset", "dawn", "snow", "cold"} {
		p := NewMove(a, Brief{Prompt: prompt}).Stage(w, h).Painter()
		c := NewCanvas(w, h)
		p.Paint(c, 0, dur)
		if !bytes.Equal(c.Image().Pix, a.Pix) {
			t.Errorf("%q: the first frame is not the picture", prompt)
		}
		last := bytes.Clone(c.Pix)
		for i := 1; i < dur*FPS; i++ {
			p.Paint(c, float32(i)/FPS, dur)
			if d := meanDifference(last, c.Pix); d > 4 {
				t.Errorf("%q: frame %d jumps by %.1f", prompt, i, d)
			}
			copy(last, c.Pix)
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
	m := Cover(wide, 50, 50)
	for _, p := range []image.Point{{0, 0}, {49, 49}, {25, 25}} {
		if r := m.RGBAAt(p.X, p.Y).R; p.X == 25 && r != 255 {
			t.Errorf("at %v: %d", p, r)
		}
	}
	if m.Bounds() != image.Rect(0, 0, 50, 50) {
		t.Errorf("bounds %v", m.Bounds())
	}
	glass := Cover(image.NewNRGBA(image.Rect(0, 0, 40, 40)), 40, 40)
	if got := glass.RGBAAt(3, 3); got != (color.RGBA{255, 255, 255, 255}) {
		t.Errorf("what is transparent became %v", got)
	}
}

func TestAdorn(t *testing.T) {
	for _, prompt := range []string{"add lanterns", "northern lights", "snow", "night", "birds"} {
		c := canvas(testPicture(120, 80, 60))
		before := bytes.Clone(c.Pix)
		if !Adorn(c, Brief{Prompt: prompt}) || bytes.Equal(before, c.Pix) {
			t.Errorf("%q adds nothing", prompt)
		}
	}
	c := canvas(testPicture(120, 80, 60))
	before := bytes.Clone(c.Pix)
	if Adorn(c, Brief{Prompt: "make it nicer"}) || !bytes.Equal(before, c.Pix) {
		t.Error("something was added without words for it")
	}
}

func canvas(m *image.RGBA) *Canvas {
	return &Canvas{W: m.Rect.Dx(), H: m.Rect.Dy(), Pix: m.Pix}
}
