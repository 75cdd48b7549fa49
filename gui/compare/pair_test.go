package compare

import (
	"image"
	"image/color"
	"math"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"viviscope/gui/apptest"
	"viviscope/resources"
)

var (
	red  = color.RGBA{R: 200, A: 255}
	blue = color.RGBA{B: 200, A: 255}
)

// plain is a picture of one colour.
func plain(w, h int, c color.RGBA) *image.RGBA {
	im := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := 0; i < len(im.Pix); i += 4 {
		im.Pix[i], im.Pix[i+1], im.Pix[i+2], im.Pix[i+3] = c.R, c.G, c.B, c.A
	}
	return im
}

// newTestPair shows a red picture against a blue one in a window of 400 x 300, where all runs at once.
func newTestPair(t *testing.T) (*Pair, fyne.Window) {
	apptest.New(t, resources.Theme(resources.Dark))
	p := NewPair()
	p.Go, p.Post = func(f func()) { f() }, func(f func()) { f() }
	w := test.NewTempWindow(t, p)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(400, 300))
	p.SetPictures(plain(200, 200, red), plain(200, 200, blue), "one", "two")
	return p, w
}

// seen tells which picture is painted at two points: a quarter and three quarters of the width, halfway down.
func seen(p *Pair) string {
	word := func(x int) string {
		switch c := p.renderer.still.Image.(*image.RGBA).RGBAAt(x, 150); {
		case c.R > 100:
			return "r"
		case c.B > 100:
			return "b"
		}
		return "-"
	}
	return word(110) + word(290)
}

func press(p *Pair, names ...fyne.KeyName) {
	for _, n := range names {
		p.TypedKey(&fyne.KeyEvent{Name: n})
	}
}

func TestModesShowWhatTheySay(t *testing.T) {
	p, _ := newTestPair(t)
	for _, c := range []struct {
		step string
		do   func()
		want string
	}{
		{"opened", func() {}, "rb"},
		{"X", func() { press(p, fyne.KeyX) }, "br"},
		{"X again", func() { press(p, fyne.KeyX) }, "rb"},
		{"1", func() { press(p, fyne.Key1) }, "rr"},
		{"2", func() { press(p, fyne.Key2) }, "bb"},
		{"hold", func() { p.KeyDown(&fyne.KeyEvent{Name: fyne.KeySpace}) }, "rr"},
		{"let go", func() { p.KeyUp(&fyne.KeyEvent{Name: fyne.KeySpace}) }, "bb"},
		{"hold and lose the focus", func() { p.KeyDown(&fyne.KeyEvent{Name: fyne.KeySpace}); p.FocusLost() }, "bb"},
		{"2 again", func() { press(p, fyne.Key2) }, "rb"},
		{"side by side", func() { press(p, fyne.KeyS) }, "rb"},
		{"swapped beside each other", func() { press(p, fyne.KeyX) }, "br"},
	} {
		c.do()
		if got := seen(p); got != c.want {
			t.Errorf("%s: %s, want %s", c.step, got, c.want)
		}
	}
}

func TestTheDividerMovesByKeysAndPointer(t *testing.T) {
	p, _ := newTestPair(t)
	want := func(step string, share float64) {
		t.Helper()
		if d := p.Split() - share; d > 1e-6 || d < -1e-6 {
			t.Errorf("%s: divider at %v, want %v", step, p.Split(), share)
		}
	}
	press(p, fyne.KeyRight, fyne.KeyRight, fyne.KeyLeft)
	want("arrows", 0.51)
	p.KeyDown(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	press(p, fyne.KeyLeft)
	p.KeyUp(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	want("Shift", 0.41)
	// The pictures are 236 px high and wide, in the middle of 400.
	at := fyne.NewPos(200, 150)
	p.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}, Button: desktop.MouseButtonPrimary})
	want("click", 0.5)
	p.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(82+59, 150)}})
	want("drag", 0.25)
	if got := p.renderer.line.Position().X + 1; got != 141 {
		t.Errorf("the line is at %v", got)
	}
	p.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(-300, 150)}})
	want("drag beyond the edge", 0)
	p.MouseUp(nil)
	p.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: at}})
	want("drag without a button", 0)
}

func TestZoomIsSharedAndFarAwayFromTheDividerADragPans(t *testing.T) {
	p, _ := newTestPair(t)
	if k, whole := p.Zoom(); !whole || k < 1.17 || k > 1.19 {
		t.Errorf("at first %v, whole %v", k, whole)
	}
	press(p, fyne.KeyPlus, fyne.KeyPlus, fyne.KeyPlus, fyne.KeyPlus, fyne.KeyPlus)
	c, _ := p.scene()
	if c.ra != c.rb || c.ra.width() < 500 {
		t.Errorf("zoomed in: %v and %v", c.ra, c.rb)
	}
	p.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(20, 20)}, Button: desktop.MouseButtonPrimary})
	p.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(30, 25)}, Dragged: fyne.Delta{DX: 10, DY: 5}})
	to, _ := p.scene()
	if math.Abs(to.ra.x0-c.ra.x0-10) > 1e-6 || math.Abs(to.ra.y0-c.ra.y0-5) > 1e-6 || p.Split() != 0.5 {
		t.Errorf("panned from %v to %v, divider %v", c.ra, to.ra, p.Split())
	}
	press(p, fyne.Key0)
	if _, whole := p.Zoom(); !whole {
		t.Error("0 does not show all")
	}
	p.DoubleTapped(nil)
	if k, _ := p.Zoom(); k != 1 {
		t.Errorf("a double click shows it at %v", k)
	}
}

func TestDifferenceIsAmplifiedAndWorded(t *testing.T) {
	p, _ := newTestPair(t)
	a, b := plain(100, 100, red), plain(100, 100, red)
	p.SetMode(Difference)
	p.SetPictures(a, b, "", "")
	if got := p.Found(); got != "Identical: no pixel differs." {
		t.Errorf("of equals it says %q", got)
	}
	b = plain(100, 100, red)
	for x := range 50 {
		b.SetRGBA(x, 7, color.RGBA{R: 203, A: 255})
	}
	p.SetPictures(a, b, "", "")
	if got := p.Found(); got != "0.5 % of the pixels differ, by 3 of 255 at most. Shown 32 times stronger." {
		t.Errorf("it says %q", got)
	}
	if c := p.unlike.shown.maps[0]; c.RGBAAt(3, 7) != (color.RGBA{R: 96, A: 255}) || c.RGBAAt(60, 7) != (color.RGBA{A: 255}) {
		t.Errorf("it shows %v where they differ, %v elsewhere", c.RGBAAt(3, 7), c.RGBAAt(60, 7))
	}
	p.SetPictures(plain(100, 100, red), plain(50, 50, red), "", "")
	if got := p.Found(); got != "Fitted to one size first. Identical: no pixel differs." {
		t.Errorf("of two sizes it says %q", got)
	}
	p.SetMode(Slider)
	if p.Found() != "" {
		t.Error("it goes on about the difference in another mode")
	}
}

func TestDifferentSizesAreFittedToOneBoxAndSaid(t *testing.T) {
	p, _ := newTestPair(t)
	p.SetPictures(plain(100, 100, red), plain(300, 300, blue), "one", "two")
	c, _ := p.scene()
	if c.ra != c.rb {
		t.Errorf("one is at %v, the other at %v", c.ra, c.rb)
	}
	got := []string{p.Sizes(), p.renderer.labels[0].words, p.renderer.labels[1].words}
	if diff := cmp.Diff([]string{"A 100 × 100, B 300 × 300", "one · 100 × 100", "two · 300 × 300"}, got); diff != "" {
		t.Error(diff)
	}
	p.SetScaled(plain(100, 100, red), plain(100, 100, blue), image.Pt(4000, 4000), image.Pt(4000, 4000), "one", "two")
	if p.Sizes() != "Both 4000 × 4000" || p.renderer.labels[0].words != "one" {
		t.Errorf("it says %q, %q", p.Sizes(), p.renderer.labels[0].words)
	}
	p.SetPictures(plain(300, 100, red), plain(100, 300, blue), "", "")
	c, _ = p.scene()
	if c.ra.width() < 2.99*c.ra.height() || c.rb.height() < 2.99*c.rb.width() {
		t.Errorf("they lost their shape: %v, %v", c.ra, c.rb)
	}
}

func TestTheShaderTakesOverWhenItIsKnownToWork(t *testing.T) {
	p, _ := newTestPair(t)
	r := p.renderer
	if !r.still.Visible() || r.still.Image == nil {
		t.Fatal("nothing is painted where no shader draws")
	}
	if r.shader.Textures["a"] != image.Image(p.pics[0].maps[0]) || r.shader.Uniforms["cut"] != 0.5 {
		t.Errorf("the shader has %v", r.shader.Uniforms)
	}
	r.shader.Textures["probe"].At(0, 0) // the painter reads it
	if r.still.Visible() || r.still.Image != nil || !r.shader.Visible() {
		t.Error("the bitmap is painted on beside the shader")
	}
	press(p, fyne.KeyRight)
	if r.still.Image != nil || r.shader.Uniforms["cut"] <= 0.5 {
		t.Error("the shader does not follow the divider")
	}
	p.SetPictures(nil, nil, "", "")
	for _, name := range []string{"a", "b"} {
		if r.shader.Textures[name].Bounds().Dx() != 1 {
			t.Errorf("it still holds picture %s", name)
		}
	}
	if !p.Disabled() {
		t.Error("an empty pair takes the focus")
	}
}

func TestLateWorkForPicturesThatWereReplacedIsDropped(t *testing.T) {
	p, _ := newTestPair(t)
	var late []func()
	p.Post = func(f func()) { late = append(late, f) }
	p.SetPictures(plain(10, 10, red), plain(10, 10, red), "old", "old")
	if got := p.renderer.note.words; got != "Loading…" {
		t.Errorf("while loading it says %q", got)
	}
	p.Post = func(f func()) { f() }
	p.SetPictures(plain(20, 20, red), plain(20, 20, blue), "new", "new")
	for _, f := range late {
		f()
	}
	if p.sizeOf(0) != image.Pt(20, 20) || p.loading {
		t.Errorf("it shows %v", p.sizeOf(0))
	}
}

func TestFramesAreShownAsTheyAre(t *testing.T) {
	p, _ := newTestPair(t)
	changed := 0
	p.OnChanged = func() { changed++ }
	a, b := plain(64, 36, blue), plain(64, 36, red)
	var before image.Image
	for range 3 {
		p.SetFrames(a, b, image.Pt(1920, 1080), image.Pt(1280, 720))
		now := p.renderer.shader.Textures["a"]
		if now == before {
			t.Error("a bitmap that is used again is not told from the one before")
		}
		before = now
	}
	if im := p.renderer.shader.Textures["a"].(*image.RGBA); &im.Pix[0] != &a.Pix[0] || p.Sizes() != "A 1920 × 1080, B 1280 × 720" || changed != 1 {
		t.Errorf("%q, told %d times", p.Sizes(), changed)
	}
}
