package imageview

import (
	"image"
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"pgregory.net/rapid"

	"viviscope/client/picturefile/reduce"
	"viviscope/resources"
)

// pixelAt is what a view shows at a position: the colour of the tile there, nil where none is.
func pixelAt(v *View, x, y float32) any {
	clip := v.tiles.Object
	if !clip.Visible() || x < clip.Position().X || y < clip.Position().Y ||
		x >= clip.Position().X+clip.Size().Width || y >= clip.Position().Y+clip.Size().Height {
		return nil
	}
	for _, tile := range v.tiles.tiles {
		o := tile.object
		p, size := o.Position().Add(clip.Position()), o.Size()
		if x < p.X || y < p.Y || x >= p.X+size.Width || y >= p.Y+size.Height {
			continue
		}
		b := o.Image.Bounds()
		return o.Image.At(int((x-p.X)/size.Width*float32(b.Dx())), int((y-p.Y)/size.Height*float32(b.Dy())))
	}
	return nil
}

func TestAPictureThatLetsSomethingThroughHasTheCheckerboardAtOnce(t *testing.T) {
	src := placed(100, 100)
	v, _ := showing(t, src, 300, 200)
	for _, clear := range []bool{true, false} { // another colour for what was added at its edges
		src.clear = clear
		v.Changed(image.Rect(0, 0, 100, 100))
		if seen := v.tiles.checker.Visible(); seen != clear {
			t.Errorf("it lets something through: %v, the checkerboard is there: %v", clear, seen)
		}
	}
}

func TestEveryPointShowsItsPixel(t *testing.T) {
	src := placed(3841, 2163)
	v, _ := showing(t, src, 800, 600)
	for _, zoom := range []float64{0.02, 0.03, 0.2, 0.25, 0.7, 1, 3, 32, 0.9, 0.1} {
		v.moveTo(zoom, 1000, 700)
		for x := float32(2.5); x < 800; x += 37 {
			for y := float32(2.5); y < 600; y += 37 {
				px, py := v.transform.ToPicture(float64(x), float64(y))
				got := pixelAt(v, x, y)
				switch in := px > 0 && py > 0 && px < 3841 && py < 2163; {
				case in && got == nil:
					t.Fatalf("a hole at %v, %v of zoom %v", x, y, zoom)
				case in && zoom >= 1 && got != src.shade(int(px), int(py)):
					t.Fatalf("at %v, %v of zoom %v: %v, want %v", x, y, zoom, got, src.shade(int(px), int(py)))
				case px < -1/zoom || py < -1/zoom:
					if got != nil {
						t.Fatalf("%v outside of the picture", got)
					}
				}
			}
		}
	}
}

// Whatever the zoom and the place, the tiles of a view cover what is seen of the picture once.
func TestTilesCoverWhatIsSeenOnce(t *testing.T) {
	v, _ := standing(t, resources.Dark, 800, 600)
	rapid.Check(t, func(t *rapid.T) {
		size := image.Pt(rapid.IntRange(1, 9000).Draw(t, "width"), rapid.IntRange(1, 9000).Draw(t, "height"))
		v.SetSource(&plain{size: size, shade: func(int, int) color.RGBA { return color.RGBA{A: 255} }})
		v.moveTo(rapid.Float64Range(0.02, 32).Draw(t, "zoom"),
			rapid.Float64Range(0, float64(size.X)).Draw(t, "x"), rapid.Float64Range(0, float64(size.Y)).Draw(t, "y"))
		x0, y0, x1, y1 := v.Shown()
		// without what is less than a pixel of the screen
		seen := image.Rect(int(x0), int(y0), int(x1), int(y1)).Inset(int(1/v.Scale()) + 1)
		covered := 0
		for _, tile := range v.tiles.tiles {
			in := tile.bounds.Intersect(seen)
			covered += in.Dx() * in.Dy()
			if tile.bounds.Empty() {
				t.Fatal("an empty tile")
			}
		}
		if covered != seen.Dx()*seen.Dy() {
			t.Fatalf("%d of %d pixels", covered, seen.Dx()*seen.Dy())
		}
	})
}

func TestLevelHasAtLeastThePixelsOfTheScreen(t *testing.T) {
	for _, c := range []struct {
		zoom float64
		want int
	}{{32, 0}, {1, 0}, {0.51, 0}, {0.5, 1}, {0.26, 1}, {0.25, 2}, {0.126, 2}, {0.125, 3}, {0.01, 3}} {
		if got := levelFor(c.zoom, 3840, 256); got != c.want {
			t.Errorf("level %d at %v, want %d", got, c.zoom, c.want)
		}
	}
	if levelFor(0.01, 400, 256) != 0 {
		t.Error("a small picture has a coarser level")
	}
}

func TestShowsAsAWholeAndStaysSo(t *testing.T) {
	v, win := showing(t, placed(3840, 2160), 992, 1000)
	if v.Scale() != 0.25 || !v.Fitted() {
		t.Fatalf("scale %v", v.Scale())
	}
	win.Resize(fyne.NewSize(512, 600))
	if v.Scale() != 0.125 {
		t.Errorf("scale %v after the window became smaller", v.Scale())
	}
	v.Actual()
	if v.Scale() != 1 || v.Fitted() {
		t.Errorf("scale %v for 100 %%", v.Scale())
	}
	x, y := centre(v)
	if !near(x, 1920, 0.01) || !near(y, 1080, 0.01) {
		t.Errorf("%v, %v in the middle at 100 %%", x, y)
	}
	win.Resize(fyne.NewSize(700, 500))
	if x2, y2 := centre(v); v.Scale() != 1 || !near(x2, x, 0.01) || !near(y2, y, 0.01) {
		t.Errorf("%v, %v in the middle of the larger window, at %v", x2, y2, v.Scale())
	}
	v.SetSource(placed(100, 50))
	if v.Scale() != 1 {
		t.Errorf("a small picture begins at %v", v.Scale())
	}
	v.Fit()
	if !near(v.Scale(), 6.68, 1e-6) {
		t.Errorf("a small picture is fitted to %v", v.Scale())
	}
}

func TestAHundredPercentIsOnePixelOfTheScreen(t *testing.T) {
	v, win := standing(t, resources.Dark, 800, 600)
	win.Canvas().(interface{ SetScale(float32) }).SetScale(2)
	v.SetSource(placed(3840, 2160))
	v.Actual()
	if a, b := v.FromPicture(0, 0), v.FromPicture(100, 0); b.X-a.X != 50 {
		t.Errorf("100 pixels are %v units on a canvas of scale 2", b.X-a.X)
	}
	if v.tiles.level != 0 {
		t.Errorf("level %d", v.tiles.level)
	}
	win.Canvas().(interface{ SetScale(float32) }).SetScale(4) // Fyne does not tell
	v.MouseIn(mouse(10, 10, 0, 0))
	v.Actual()
	if a, b := v.FromPicture(0, 0), v.FromPicture(100, 0); b.X-a.X != 25 || v.Scale() != 1 {
		t.Errorf("100 pixels are %v units on a canvas of scale 4", b.X-a.X)
	}
}

// A view that is not in the window yet uses the scale of the canvas that it will be in, because Fyne cannot return its
// canvas.
func TestTheScaleIsKnownBeforeTheViewIsPainted(t *testing.T) {
	_, win := standing(t, resources.Dark, 800, 600)
	win.Canvas().(interface{ SetScale(float32) }).SetScale(2)
	v := New(win.Canvas, func(Pointer) {}, func() {})
	v.Resize(fyne.NewSize(800, 600))
	v.SetSource(placed(300, 200))
	if a, b := v.FromPicture(0, 0), v.FromPicture(100, 0); b.X-a.X != 50 {
		t.Errorf("100 pixels are %v units on a canvas of scale 2", b.X-a.X)
	}
}

func TestZoomHasLimits(t *testing.T) {
	v, _ := showing(t, placed(3840, 2160), 800, 600)
	v.ZoomBy(1e9)
	if v.Scale() != 32 {
		t.Errorf("at most %v", v.Scale())
	}
	v.ZoomBy(1e-9)
	if v.Scale() != 0.02 {
		t.Errorf("at least %v", v.Scale())
	}
	v.SetSource(placed(300000, 10))
	v.ZoomBy(1e-9)
	if want := 768.0 / 300000; !near(v.Scale(), want, 1e-9) {
		t.Errorf("a long one: at least %v, want %v", v.Scale(), want)
	}
	v.ZoomBy(1e9)
	v.ZoomBy(1e-9)
	before := v.Transform()
	v.ZoomBy(0)
	v.moveTo(-1, 0, 0)
	if v.Transform() != before {
		t.Error("a zoom that is none did something")
	}
}

func TestChangedSizeKeepsTheZoom(t *testing.T) {
	src, v := viewing(t)
	src.size = image.Pt(1000, 700)
	v.Changed()
	if v.Scale() != 1 || v.picture != src.size || v.tiles.size != src.size {
		t.Errorf("scale %v of %v", v.Scale(), v.picture)
	}
	if x0, y0, x1, y1 := v.Shown(); x0 >= x1 || y0 >= y1 {
		t.Error("nothing in sight after the picture became smaller")
	}
	v.SetSource(nil)
	if len(v.tiles.tiles) != 0 || v.tiles.Object.Visible() {
		t.Error("tiles of no picture")
	}
	src.took()
	v.ZoomBy(2)
	v.PanBy(3, 3)
	v.Changed(image.Rect(0, 0, 10, 10))
	if len(src.took()) != 0 {
		t.Error("something to draw without a picture")
	}
}

func TestOwnerHearsOfEveryViewAndNotOfDrawing(t *testing.T) {
	v, win := standing(t, resources.Dark, 800, 600)
	views := 0
	v.moved = func() { views++ }
	v.SetSource(placed(2000, 2000))
	for _, c := range []struct {
		name string
		do   func()
	}{
		{"actual", v.Actual},
		{"fit", v.Fit},
		{"zoom", func() { v.ZoomBy(1.5) }},
		{"pan", func() { v.PanBy(10, 0) }},
		{"step", func() { v.Step(true) }},
		{"move", func() { v.moveTo(1, 100, 100) }},
		{"resize", func() { win.Resize(fyne.NewSize(810, 500)) }},
		{"source", func() { v.SetSource(placed(300, 200)) }},
		{"none", func() { v.SetSource(nil) }},
	} {
		before := views
		c.do()
		if views == before {
			t.Errorf("%s was not told", c.name)
		}
	}
	v.SetSource(placed(2000, 2000))
	before := views
	v.Changed(image.Rect(0, 0, 40, 40))
	if views != before {
		t.Error("told of a view that did not change")
	}
}

// Only tiles that show what changed are drawn, at once, and they show it.
func TestAChangeDrawsItsTiles(t *testing.T) {
	src, v := viewing(t)
	src.shade = func(int, int) color.RGBA { return color.RGBA{B: 5, A: 255} }
	v.Changed(image.Rect(1800, 1000, 1830, 1020), image.Rect(0, 0, 5, 5))
	if d := src.took(); len(d) != 1 || !image.Rect(1800, 1000, 1830, 1020).In(d[0].r) {
		t.Errorf("drew %v", d)
	}
	if p := v.FromPicture(1810.5, 1010.5); pixelAt(v, p.X, p.Y) != (color.RGBA{B: 5, A: 255}) {
		t.Error("a changed pixel is shown as it was")
	}
	v.Changed()
	if d := src.took(); len(d) != len(v.tiles.tiles) {
		t.Errorf("drew %d of %d tiles when all was changed", len(d), len(v.tiles.tiles))
	}
}

// What went out of sight has no image, so that neither Fyne nor the view keeps its texture, and memory does not grow
// with what was seen.
func TestWhatWentOutOfSightIsFreed(t *testing.T) {
	v, _ := showing(t, placed(8000, 8000), 800, 600)
	v.moveTo(1, 500, 500)
	first := v.tiles.tiles[image.Pt(0, 0)].object
	most := 0
	for x := 500.0; x < 7500; x += 90 {
		v.moveTo(1, x, x)
		most = max(most, len(v.tiles.tiles)+len(v.tiles.spare))
	}
	for _, tile := range v.tiles.tiles {
		if tile.object == first {
			first = nil
		}
	}
	if first != nil && first.Image != nil {
		t.Error("what is out of sight still holds its pixels")
	}
	for _, tile := range v.tiles.spare {
		if tile.object.Image != nil {
			t.Error("a spare object still holds an image")
		}
	}
	if limit := 60; most > limit {
		t.Errorf("%d tiles, want at most %d", most, limit)
	}
}

// A frame of a clip is one object, whatever its size is.
func TestAFrameIsOneTile(t *testing.T) {
	m := image.NewRGBA(image.Rect(0, 0, 1280, 720))
	m.SetRGBA(1200, 700, color.RGBA{G: 9, A: 255})
	v, _ := showing(t, Frame{m}, 800, 600)
	if len(v.tiles.tiles) != 1 || v.tiles.tiles[image.Point{}].object.Image.At(1200,
		700) != (color.RGBA{G: 9, A: 255}) {
		t.Errorf("%d tiles", len(v.tiles.tiles))
	}
	v.SetSource(reduce.NewPyramid(m))
	if len(v.tiles.tiles) < 4 {
		t.Errorf("%d tiles of a picture", len(v.tiles.tiles))
	}
}

func TestColumnsShowTheSame(t *testing.T) {
	v, _ := standing(t, resources.Dark, 800, 600)
	v.SetSize(image.Pt(1000, 500), 2, 10)
	if x, _ := v.Transform().FromPicture(500, 250); x != 200 || !near(v.Scale(), 0.38, 1e-9) {
		t.Errorf("the middle is at %v, zoom %v", x, v.Scale())
	}
	v.modifiers = func() fyne.KeyModifier { return fyne.KeyModifierControl }
	v.Scrolled(&fyne.ScrollEvent{PointEvent: fyne.PointEvent{Position: at(700, 300)}, Scrolled: fyne.NewDelta(0, 25)})
	if x, _ := v.Transform().ToPicture(300, 300); !near(x, 500+100/0.38, 1e-6) {
		t.Errorf("%v is under the pointer in the second column", x)
	}
}

func TestPixelsAreSharpFromTwoOn(t *testing.T) {
	v, _ := showing(t, solid(3000, 2000), 320, 240)
	for zoom, want := range map[float64]canvas.ImageScale{1: canvas.ImageScaleFastest, 1.99: canvas.ImageScaleFastest,
		2: canvas.ImageScalePixels, 30: canvas.ImageScalePixels} {
		v.moveTo(zoom, 1500, 1000)
		for _, tile := range v.tiles.tiles {
			if tile.object.ScaleMode != want {
				t.Fatalf("zoom %v: mode %v", zoom, tile.object.ScaleMode)
			}
		}
	}
}

// The zoom of a reduced copy is that of its picture: at 100 % a pixel of the picture is a pixel of the screen.
func TestAReducedCopyIsZoomedAsItsPicture(t *testing.T) {
	v, _ := showing(t, placed(100, 100), 800, 600)
	v.SetReduced(placed(6000, 4500), image.Pt(12000, 9000))
	v.Actual()
	if wide := 6000 * v.transform.Scale; v.Scale() != 1 || wide != 12000 {
		t.Errorf("at %v the picture is %v px wide", v.Scale(), wide)
	}
	v.SetSource(placed(2000, 1500))
	v.Actual()
	if wide := 2000 * v.transform.Scale; v.Scale() != 1 || wide != 2000 {
		t.Errorf("a whole picture is %v px wide at %v", wide, v.Scale())
	}
}
