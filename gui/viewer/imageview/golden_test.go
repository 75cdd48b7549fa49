package imageview

import (
	"image"
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"viviscope/client/picturefile/reduce"
	"viviscope/gui/apptest"
	"viviscope/resources"
)

// glass is a picture with a clear corner, a half clear one and an opaque rest.
func glass(w, h int) *reduce.Pyramid {
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
	return reduce.NewPyramid(m)
}

func TestViewLooksAsItShould(t *testing.T) {
	apptest.SkipUnlessGoldenPlatform(t)
	for _, v := range []resources.Variant{resources.Dark, resources.Light} {
		for name, view := range map[string]func(*View){
			"whole": func(*View) {},
			"close": func(s *View) { s.moveTo(14.3, 12.2, 7.1) },
			"edge":  func(s *View) { s.moveTo(1, 250, 190) },
		} {
			t.Run(name+"-"+v.String(), func(t *testing.T) {
				s, win := standing(t, v, 320, 240)
				mark := canvas.NewRectangle(color.NRGBA{R: 255, A: 255})
				s.Overlay.Add(mark)
				s.moved = func() {
					mark.Move(s.FromPicture(10, 5))
					mark.Resize(fyne.NewSize(6, 6))
				}
				size := image.Pt(24, 16)
				if name == "edge" {
					size = image.Pt(300, 250)
				}
				s.SetSource(glass(size.X, size.Y))
				view(s)
				test.AssertRendersToImage(t, name+"-"+v.String()+".png", win.Canvas())
			})
		}
	}
}

func TestOpaquePicturesHaveNoCheckerboard(t *testing.T) {
	s, _ := showing(t, solid(3000, 2000), 320, 240)
	if s.tiles.Object.Visible() && s.tiles.checker.Visible() {
		t.Error("below an opaque picture")
	}
	s.SetSource(glass(3000, 2000))
	if !(s.tiles.Object.Visible() && s.tiles.checker.Visible()) {
		t.Error("not below a transparent one")
	}
	s.SetSource(nil)
	if s.tiles.Object.Visible() && s.tiles.checker.Visible() {
		t.Error("below nothing")
	}
}
