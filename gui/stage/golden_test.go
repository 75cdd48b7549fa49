package stage

import (
	"image"
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"viviscope/gui/apptest"
	"viviscope/resources"
)

// glass is a picture with a clear corner, a half clear one and an opaque rest.
func glass(w, h int) *Picture {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := color.NRGBA{R: uint8(40 + x*200/w), G: uint8(200 - y*150/h), B: 120, A: 255}
			switch {
			case x < w/3 && y < h/2:
				c.A = 0
			case x < w/3:
				c.A = 128
			case (x+y)%7 == 0:
				c.R = 250
			}
			m.Set(x, y, c)
		}
	}
	return NewPicture(m)
}

func TestStageLooksAsItShould(t *testing.T) {
	apptest.Compares(t)
	for _, v := range []resources.Variant{resources.Dark, resources.Light} {
		for name, view := range map[string]func(*Stage){
			"whole": func(*Stage) {},
			"close": func(s *Stage) { s.MoveTo(14.3, 12.2, 7.1) },
			"edge":  func(s *Stage) { s.MoveTo(1, 250, 190) },
		} {
			t.Run(name+"-"+v.String(), func(t *testing.T) {
				e := &errands{}
				s, win := standing(t, e, v, 320, 240)
				mark := canvas.NewRectangle(color.NRGBA{R: 255, A: 255})
				s.Overlay.Add(mark)
				s.OnView = func() {
					mark.Move(s.FromPicture(10, 5))
					mark.Resize(fyne.NewSize(6, 6))
				}
				size := image.Pt(24, 16)
				if name == "edge" {
					size = image.Pt(300, 250)
				}
				s.SetSource(glass(size.X, size.Y))
				view(s)
				e.all()
				test.AssertRendersToImage(t, name+"-"+v.String()+".png", win.Canvas())
			})
		}
	}
}

func TestOpaquePicturesHaveNoCheckerboard(t *testing.T) {
	e, s, _ := showing(t, solid(3000, 2000), 320, 240)
	e.all()
	if s.ground.checker.Visible() {
		t.Error("below an opaque picture")
	}
	s.SetSource(glass(3000, 2000))
	e.all()
	if !s.ground.checker.Visible() {
		t.Error("not below a transparent one")
	}
	s.MoveTo(1, 2500, 1500)
	e.all()
	if s.ground.checker.Visible() {
		t.Error("below the opaque part of a transparent one")
	}
	s.SetSource(nil)
	if s.ground.checker.Visible() {
		t.Error("below nothing")
	}
}

func TestGridFromEightOn(t *testing.T) {
	_, s, _ := showing(t, solid(3000, 2000), 320, 240)
	for _, c := range []struct {
		zoom float64
		on   bool
		want bool
	}{{7.9, true, false}, {8, true, true}, {32, true, true}, {32, false, false}} {
		s.Grid = c.on
		s.MoveTo(c.zoom, 1500, 1000)
		if s.ground.lines[0].Visible() != c.want || s.ground.lines[1].Visible() != c.want {
			t.Errorf("zoom %v, %v: grid %v", c.zoom, c.on, !c.want)
		}
	}
}

// A line is on the pixel of the screen on which a pixel of the picture begins, as far as there are pixels.
func TestLinesAreWherePixelsBegin(t *testing.T) {
	marks := ruled(-3, 10, 4, 50, 1)
	var at []int
	for i, marked := range marks {
		if marked {
			at = append(at, i)
		}
	}
	if len(marks) != 50 || len(at) != 3 || at[0] != 7 || at[1] != 17 || at[2] != 27 {
		t.Errorf("lines at %v of %d", at, len(marks))
	}
	fine := ruled(2.25, 4, 4, 50, 2)
	for i, want := range map[int]bool{13: true, 21: true, 29: true, 5: false, 37: false} {
		if fine[i] != want {
			t.Errorf("two pixels per unit: %d is %v", i, fine[i])
		}
	}
}

func TestPixelsAreSharpFromTwoOn(t *testing.T) {
	_, s, _ := showing(t, solid(3000, 2000), 320, 240)
	for zoom, want := range map[float64]canvas.ImageScale{1: canvas.ImageScaleFastest, 1.99: canvas.ImageScaleFastest, 2: canvas.ImageScalePixels, 30: canvas.ImageScalePixels} {
		s.MoveTo(zoom, 1500, 1000)
		for _, t2 := range s.tiles.all {
			if t2.object.ScaleMode != want {
				t.Fatalf("zoom %v: mode %v", zoom, t2.object.ScaleMode)
			}
		}
	}
}
