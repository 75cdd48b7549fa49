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

	"viviscope/gui/action/actiontest"
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

// testPair is a pair in a window where it has 400 x 300 px. Its work runs at once.
type testPair struct {
	*Pair
	w       fyne.Window
	host    actiontest.Host
	changed int
}

// newTestPair shows a red picture against a blue one.
func newTestPair(t testing.TB) *testPair {
	apptest.New(t, resources.Theme(resources.Dark))
	p := &testPair{}
	p.Pair = NewPair(&p.host, func() { p.changed++ }, p.key)
	p.w = test.NewTempWindow(t, p.Pair)
	p.host.On = p.w.Canvas()
	p.w.SetPadded(false)
	p.w.Resize(fyne.NewSize(400, 300+labelRow))
	p.pictures(plain(200, 200, red), plain(200, 200, blue), "one", "two")
	return p
}

func (p *testPair) pictures(a, b image.Image, wordA, wordB string) {
	p.SetPictures(a, b, image.Point{}, image.Point{}, wordA, wordB)
}

// lies returns the upper left corner and the size of a shown picture, in units.
func (p *testPair) lies(i int) (x, y, width, height float64) {
	t := p.shown[i].in(p.box, p.view.Transform())
	size := p.shown[i].Size()
	return t.X, t.Y, float64(size.X) * t.Scale, float64(size.Y) * t.Scale
}

func (p *testPair) mouse(x, y float32) *desktop.MouseEvent {
	return &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, y)},
		Button: desktop.MouseButtonPrimary}
}

func (p *testPair) dragTo(x, y float32) {
	p.view.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, y)}})
}

// seen returns which picture is visible at two points: a quarter and three quarters of the width, halfway down.
func seen(p *testPair) string {
	im := p.w.Canvas().Capture()
	word := func(x int) string {
		r, _, b, _ := im.At(x, 170).RGBA()
		switch {
		case r>>8 > 150 && b>>8 < 100:
			return "r"
		case b>>8 > 150 && r>>8 < 100:
			return "b"
		}
		return "-"
	}
	return word(110) + word(290)
}

// key handles keys as the viewer does.
func (p *testPair) key(e *fyne.KeyEvent) {
	do, ok := map[fyne.KeyName]func(){
		fyne.KeyX: p.Swap, fyne.Key0: p.Fit, fyne.KeyPlus: func() {
			p.ZoomBy(1.25)
		}, fyne.KeyMinus: func() { p.ZoomBy(1 / 1.25) },
		fyne.KeyS: func() { p.Turn(Side) }, fyne.Key1: func() { p.Turn(OnlyA) }, fyne.Key2: func() { p.Turn(OnlyB) },
	}[e.Name]
	if ok {
		do()
	} else {
		p.Key(e)
	}
}

func press(p *testPair, names ...fyne.KeyName) {
	for _, n := range names {
		p.TypedKey(&fyne.KeyEvent{Name: n})
	}
}

func TestModesShowWhatTheySay(t *testing.T) {
	p := newTestPair(t)
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
	p := newTestPair(t)
	want := func(step string, share float64) {
		t.Helper()
		if d := p.Split() - share; d > 1e-6 || d < -1e-6 {
			t.Errorf("%s: divider at %v, want %v", step, p.Split(), share)
		}
	}
	press(p, fyne.KeyRight, fyne.KeyRight, fyne.KeyLeft)
	want("arrows", 0.51)
	release := apptest.HoldModifiers(fyne.KeyModifierShift)
	press(p, fyne.KeyLeft)
	release()
	want("Shift", 0.41)
	// The pictures are 236 px high and wide, in the middle of 400.
	p.view.MouseDown(p.mouse(200, 150))
	want("click", 0.5)
	p.dragTo(82+59, 150)
	want("drag", 0.25)
	if got := p.line.Position().X + 1; got != 141 {
		t.Errorf("the line is at %v", got)
	}
	p.dragTo(-300, 150)
	want("drag beyond the edge", 0)
	p.view.MouseUp(p.mouse(-300, 150))
	p.dragTo(200, 150)
	want("drag without a button", 0)
}

func TestZoomIsSharedAndFarAwayFromTheDividerADragPans(t *testing.T) {
	p := newTestPair(t)
	if k := p.view.Scale(); !p.view.Fitted() || k < 1.17 || k > 1.19 {
		t.Errorf("at first %v, whole %v", k, p.view.Fitted())
	}
	press(p, fyne.KeyPlus, fyne.KeyPlus, fyne.KeyPlus, fyne.KeyPlus, fyne.KeyPlus)
	ax, ay, width, _ := p.lies(0)
	if bx, by, other, _ := p.lies(1); bx != ax || by != ay || width != other || width < 500 {
		t.Errorf("zoomed in: %v and %v wide, at %v and %v", width, other, ax, bx)
	}
	p.view.MouseDown(p.mouse(20, 20))
	p.dragTo(30, 25)
	if x, y, _, _ := p.lies(0); math.Abs(x-ax-10) > 1e-6 || math.Abs(y-ay-5) > 1e-6 || p.Split() != 0.5 {
		t.Errorf("panned from %v, %v to %v, %v, divider %v", ax, ay, x, y, p.Split())
	}
	p.view.MouseUp(p.mouse(30, 25))
	p.view.PanBy(1000, 1000)
	if x, y, _, _ := p.lies(0); x != 0 || y != 0 {
		t.Errorf("a gap of %v, %v beside pictures that are larger than the view", x, y)
	}
	for range 40 {
		press(p, fyne.KeyMinus)
	}
	if k := p.view.Scale(); k != 1 {
		t.Errorf("at least they are shown at %v", k)
	}
	press(p, fyne.Key0)
	p.view.PanBy(5, 5)
	if !p.view.Fitted() {
		t.Error("0 does not show all, or what is whole is moved")
	}
	for range 2 {
		p.view.MouseDown(p.mouse(20, 20))
		p.view.MouseUp(p.mouse(20, 20))
	}
	p.view.DoubleTapped(&fyne.PointEvent{})
	if k := p.view.Scale(); k != 1 {
		t.Errorf("a double click shows it at %v", k)
	}
}

func TestDifferenceIsAmplifiedAndWorded(t *testing.T) {
	p := newTestPair(t)
	a, b := plain(100, 100, red), plain(100, 100, red)
	p.SetMode(Difference)
	p.pictures(a, b, "", "")
	if got := p.Found(); got != "Identical: no pixel differs." {
		t.Errorf("of equals it says %q", got)
	}
	b = plain(100, 100, red)
	for x := range 50 {
		b.SetRGBA(x, 7, color.RGBA{R: 203, A: 255})
	}
	p.pictures(a, b, "", "")
	if got := p.Found(); got != "0.5 % of the pixels differ, by at most 3 of 255. Amplified 32 times." {
		t.Errorf("it says %q", got)
	}
	if c := p.unlike.shown.bitmap; c.RGBAAt(3, 7) != (color.RGBA{R: 96, A: 255}) ||
		c.RGBAAt(60, 7) != (color.RGBA{A: 255}) {
		t.Errorf("it shows %v where they differ, %v elsewhere", c.RGBAAt(3, 7), c.RGBAAt(60, 7))
	}
	p.pictures(plain(100, 100, red), plain(50, 50, red), "", "")
	if got := p.Found(); got != "Scaled to the same size first. Identical: no pixel differs." {
		t.Errorf("of two sizes it says %q", got)
	}
	p.SetMode(Slider)
	if p.Found() != "" {
		t.Error("it goes on about the difference in another mode")
	}
}

func TestDifferentSizesAreFittedToOneBoxAndSaid(t *testing.T) {
	p := newTestPair(t)
	p.pictures(plain(100, 100, red), plain(300, 300, blue), "one", "two")
	x, y, width, height := p.lies(0)
	if x2, y2, width2, height2 := p.lies(1); x != x2 || y != y2 || width != width2 || height != height2 {
		t.Errorf("one is at %v, %v and %v wide, the other at %v, %v and %v", x, y, width, x2, y2, width2)
	}
	got := []string{p.Sizes(), p.label(0), p.label(1)}
	if diff := cmp.Diff([]string{"A 100 × 100, B 300 × 300", "one · 100 × 100", "two · 300 × 300"}, got); diff != "" {
		t.Error(diff)
	}
	p.SetPictures(plain(100, 100, red), plain(100, 100, blue), image.Pt(4000, 4000), image.Pt(4000, 4000), "one", "two")
	if p.Sizes() != "Both 4000 × 4000" || p.label(0) != "one" {
		t.Errorf("it says %q, %q", p.Sizes(), p.label(0))
	}
	p.pictures(plain(300, 100, red), plain(100, 300, blue), "", "")
	_, _, width, height = p.lies(0)
	_, _, narrow, high := p.lies(1)
	if width < 2.99*height || high < 2.99*narrow {
		t.Errorf("they lost their shape: %v x %v, %v x %v", width, height, narrow, high)
	}
}

func TestAPairWithoutPicturesHoldsNone(t *testing.T) {
	p := newTestPair(t)
	press(p, fyne.KeyX)
	p.Clear()
	if p.shown != [2]*picture{} || !p.Disabled() || p.Swapped() || seen(p) != "--" {
		t.Errorf("it still shows %v", p.shown)
	}
	if large := newPicture(image.NewRGBA(image.Rect(0, 0, 9000, 10)), image.Point{}); large.Size().X > largest ||
		large.size.X != 9000 {
		t.Errorf("a bitmap of %v is kept for %v", large.Size(), large.size)
	}
}

func TestLateWorkForPicturesThatWereReplacedIsDropped(t *testing.T) {
	p := newTestPair(t)
	var late []func()
	p.host.Poster = func(f func()) { late = append(late, f) }
	p.pictures(plain(10, 10, red), plain(10, 10, red), "old", "old")
	if got := p.note.Text(); got != "Loading…" {
		t.Errorf("while loading it says %q", got)
	}
	p.host.Poster = nil
	p.pictures(plain(20, 20, red), plain(20, 20, blue), "new", "new")
	for _, f := range late {
		f()
	}
	if p.sizeOf(0) != image.Pt(20, 20) || p.loading {
		t.Errorf("it shows %v", p.sizeOf(0))
	}
}

func TestFramesAreShownAsTheyAre(t *testing.T) {
	p := newTestPair(t)
	p.changed = 0
	for i, c := range []color.RGBA{red, blue, red} {
		a, b := plain(64, 36, c), plain(64, 36, blue)
		p.SetFrames(a, b, image.Pt(1920, 1080), image.Pt(1280, 720))
		if got, want := seen(p), []string{"rb", "bb", "rb"}[i]; got != want {
			t.Errorf("frame %d shows %s, want %s", i, got, want)
		}
	}
	p.KeyDown(&fyne.KeyEvent{Name: fyne.KeySpace})
	if p.Sizes() != "A 1920 × 1080, B 1280 × 720" || p.changed != 1 || p.held {
		t.Errorf("%q, told %d times, held %v", p.Sizes(), p.changed, p.held)
	}
}

func TestALargePictureIsKeptAsLargeAsCanBe(t *testing.T) {
	p := newTestPair(t)
	p.pictures(plain(5000, 10, red), plain(4096, 10, blue), "", "")
	if a, b := p.pics[0], p.pics[1]; a.Size() != image.Pt(4096, 8) || b.Size() != image.Pt(4096, 10) ||
		a.size != image.Pt(5000, 10) {
		t.Errorf("%v for %v, and %v", a.Size(), a.size, b.Size())
	}
}

func TestAFrameWaitsForTheSizeOfItsClip(t *testing.T) {
	p := newTestPair(t)
	p.SetFrames(plain(64, 36, blue), plain(64, 36, red), image.Point{}, image.Pt(64, 36))
	if p.shown[0] != nil || p.shown[1] == nil {
		t.Errorf("shown is %v", p.shown)
	}
	p.SetFrames(plain(64, 36, blue), plain(64, 36, red), image.Pt(64, 36), image.Pt(64, 36))
	if x, _, width, _ := p.lies(0); math.IsNaN(x) || width != 336 {
		t.Errorf("it lies at %v, %v wide", x, width)
	}
}

func TestFramesHaveNoDifference(t *testing.T) {
	p := newTestPair(t)
	p.SetFrames(plain(64, 36, blue), plain(64, 36, red), image.Pt(64, 36), image.Pt(64, 36))
	p.Turn(Difference)
	if p.Mode() != Slider || p.Found() != "" {
		t.Errorf("mode %d, %q", p.Mode(), p.Found())
	}
}

func TestAnotherModeShowsTheSamePointAndLeavesNoGap(t *testing.T) {
	p := newTestPair(t)
	p.pictures(plain(100, 300, red), plain(100, 300, blue), "", "")
	p.ZoomBy(3) // 236 units wide, in a window of 400
	p.SetMode(Side)
	if x, _, width, _ := p.lies(0); math.Abs(x) > 1e-3 && math.Abs(x+width-200) > 1e-3 && (x > 0 || x+width < 200) {
		t.Errorf("from %v on, %v wide in 200", x, width)
	}
	p.SetMode(Slider)
	if x, _, width, _ := p.lies(0); math.Abs(x-(400-x-width)) > 1e-3 {
		t.Errorf("from %v on, %v wide in 400", x, width)
	}
	p.pictures(plain(900, 600, red), plain(900, 600, blue), "", "")
	p.ZoomBy(4)
	p.view.PanBy(60, 0)
	middle := func(width float64) float64 {
		x, _ := p.view.Transform().ToPicture(width/2, 0)
		return x
	}
	before := middle(400)
	p.SetMode(Side)
	if got := middle(200); math.Abs(got-before) > 1e-3 {
		t.Errorf("%v was in the middle, now it is %v", before, got)
	}
}

func TestZoomedOutToTheWholeItStaysWhole(t *testing.T) {
	p := newTestPair(t)
	p.pictures(plain(900, 600, red), plain(900, 600, blue), "", "")
	press(p, fyne.KeyPlus, fyne.KeyMinus, fyne.KeyMinus)
	p.w.Resize(fyne.NewSize(600, 450+labelRow))
	if x, _, width, _ := p.lies(0); math.Abs(x-32) > 1e-3 || math.Abs(width-536) > 1e-3 {
		t.Errorf("in a larger window it lies at %v, %v wide", x, width)
	}
	p.view.DoubleTapped(&fyne.PointEvent{})
	if k := p.view.Scale(); k != 1 {
		t.Errorf("a double click shows it at %v", k)
	}
}
