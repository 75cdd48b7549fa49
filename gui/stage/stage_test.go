package stage

import (
	"image"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"viviscope/resources"
)

// pixelAt is what a stage shows at a position: the colour of the tile there, nil where none is.
func pixelAt(s *Stage, x, y float32) any {
	for _, o := range s.tiles.box.Objects {
		o := o.(*canvas.Image)
		p, size := o.Position(), o.Size()
		if !o.Visible() || x < p.X || y < p.Y || x >= p.X+size.Width || y >= p.Y+size.Height {
			continue
		}
		b := o.Image.Bounds()
		return o.Image.At(int((x-p.X)/size.Width*float32(b.Dx())), int((y-p.Y)/size.Height*float32(b.Dy())))
	}
	return nil
}

func TestEveryPointShowsItsPixel(t *testing.T) {
	e, src, s := viewing(t, (*Stage).Fit)
	e.all()
	for _, zoom := range []float64{0.03, 0.2, 0.25, 0.7, 1, 3, 32} {
		s.MoveTo(zoom, 1000, 700)
		e.all()
		level := s.tiles.level
		for _, at := range []fyne.Position{{X: 400.5, Y: 300.5}, {X: 380.5, Y: 310.5}, {X: 420.5, Y: 290.5}} {
			x, y := s.ToPicture(at)
			want := src.shade(int(x)>>level<<level, int(y)>>level<<level)
			if got := pixelAt(s, at.X, at.Y); zoom >= 1 && got != want {
				t.Errorf("at %v of zoom %v: %v, want %v", at, zoom, got, want)
			} else if got == nil {
				t.Errorf("at %v of zoom %v: nothing", at, zoom)
			}
		}
		for p, tile := range s.tiles.all {
			if !tile.drawn || tile.wanting() {
				t.Errorf("zoom %v: tile %v is not drawn", zoom, p)
			}
		}
	}
}

func TestShowsAsAWholeAndStaysSo(t *testing.T) {
	_, s, win := showing(t, placed(3840, 2160), 992, 1000)
	if s.Scale() != 0.25 || !s.Fitted() {
		t.Fatalf("scale %v", s.Scale())
	}
	win.Resize(fyne.NewSize(512, 600))
	if s.Scale() != 0.125 {
		t.Errorf("scale %v after the window became smaller", s.Scale())
	}
	s.Actual()
	if s.Scale() != 1 || s.Fitted() {
		t.Errorf("scale %v for 100 %%", s.Scale())
	}
	x, y := s.ToPicture(s.Middle())
	if !near(x, 1920, 0.01) || !near(y, 1080, 0.01) {
		t.Errorf("%v, %v in the middle at 100 %%", x, y)
	}
	win.Resize(fyne.NewSize(700, 500))
	if x2, y2 := s.ToPicture(s.Middle()); s.Scale() != 1 || !near(x2, x, 0.01) || !near(y2, y, 0.01) {
		t.Errorf("%v, %v in the middle of the larger window, at %v", x2, y2, s.Scale())
	}
	s.SetSource(placed(100, 50))
	if s.Scale() != 1 {
		t.Errorf("a small picture begins at %v", s.Scale())
	}
	s.Fit()
	if !near(s.Scale(), 6.68, 1e-6) {
		t.Errorf("a small picture is fitted to %v", s.Scale())
	}
}

func TestAHundredPercentIsOnePixelOfTheScreen(t *testing.T) {
	e := &errands{}
	s, win := standing(t, e, resources.Dark, 800, 600)
	win.Canvas().(interface{ SetScale(float32) }).SetScale(2)
	s.SetSource(placed(3840, 2160))
	s.Actual()
	if a, b := s.FromPicture(0, 0), s.FromPicture(100, 0); b.X-a.X != 50 {
		t.Errorf("100 pixels are %v units on a canvas of scale 2", b.X-a.X)
	}
	if s.tiles.level != 0 {
		t.Errorf("level %d", s.tiles.level)
	}
	win.Canvas().(interface{ SetScale(float32) }).SetScale(1)
	s.SetSource(placed(300, 200))
	win.Canvas().(interface{ SetScale(float32) }).SetScale(4) // Fyne does not tell
	e.all()
	if a, b := s.FromPicture(0, 0), s.FromPicture(100, 0); b.X-a.X != 25 || s.Scale() != 1 {
		t.Errorf("100 pixels are %v units on a canvas of scale 4", b.X-a.X)
	}
}

func TestZoomHasLimits(t *testing.T) {
	e, s, _ := showing(t, placed(3840, 2160), 800, 600)
	s.ZoomBy(1e9)
	if s.Scale() != 32 {
		t.Errorf("at most %v", s.Scale())
	}
	s.ZoomBy(1e-9)
	if s.Scale() != 0.02 {
		t.Errorf("at least %v", s.Scale())
	}
	s.SetSource(placed(300000, 10))
	e.all()
	s.ZoomBy(1e-9)
	if want := 768.0 / 300000; !near(s.Scale(), want, 1e-9) {
		t.Errorf("a long one: at least %v, want %v", s.Scale(), want)
	}
	s.ZoomBy(1e9)
	e.all()
	s.ZoomBy(1e-9)
	e.all()
	before := s.View()
	s.ZoomBy(0)
	s.MoveTo(-1, 0, 0)
	if s.View() != before {
		t.Error("a zoom that is none did something")
	}
}

func TestChangedSizeKeepsTheZoom(t *testing.T) {
	e, src, s := viewing(t, (*Stage).Actual)
	e.all()
	src.size = image.Pt(1000, 700)
	s.Changed()
	e.all()
	if s.Scale() != 1 || s.tiles.grid.size != src.size {
		t.Errorf("scale %v of %v", s.Scale(), s.tiles.grid.size)
	}
	if x0, y0, x1, y1 := s.Shown(); x0 >= x1 || y0 >= y1 {
		t.Error("nothing in sight after the picture became smaller")
	}
	s.SetSource(nil)
	e.all()
	if len(s.tiles.all) != 0 || len(s.tiles.box.Objects) != 0 {
		t.Error("tiles of no picture")
	}
	s.ZoomBy(2)
	s.PanBy(3, 3)
	s.Changed(image.Rect(0, 0, 10, 10))
	if e.turn() {
		t.Error("something to draw without a picture")
	}
}

func TestOwnerDoesNotHearOfDrawing(t *testing.T) {
	e, s, _ := showing(t, placed(2000, 2000), 800, 600)
	s.OnView = func() { t.Error("told of a view that did not change") }
	e.all()
	s.Changed(image.Rect(0, 0, 40, 40))
	s.Changed()
	e.all()
}

func TestOwnerHearsOfEveryView(t *testing.T) {
	e := &errands{}
	s, win := standing(t, e, resources.Dark, 800, 600)
	views := 0
	s.OnView = func() { views++ }
	s.SetSource(placed(2000, 2000))
	for _, c := range []struct {
		name string
		do   func()
	}{
		{"actual", s.Actual},
		{"fit", s.Fit},
		{"zoom", func() { s.ZoomBy(1.5) }},
		{"pan", func() { s.PanBy(10, 0) }},
		{"step", func() { s.Step(true) }},
		{"move", func() { s.MoveTo(1, 100, 100) }},
		{"resize", func() { win.Resize(fyne.NewSize(810, 500)) }},
		{"source", func() { s.SetSource(placed(300, 200)) }},
		{"none", func() { s.SetSource(nil) }},
	} {
		before := views
		if c.do(); views == before {
			t.Errorf("%s was not told", c.name)
		}
	}
}
