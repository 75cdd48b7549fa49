package imageview

import (
	"image"
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"viviscope/gui/apptest"
	"viviscope/gui/kit"
	"viviscope/resources"
)

// plain is a source that records what is drawn. Its pixels depend on their position.
type plain struct {
	size  image.Point
	shade func(x, y int) color.RGBA
	clear bool // it is not opaque
	drawn []drawing
}

type drawing struct {
	r     image.Rectangle
	level int
}

func (p *plain) Size() image.Point { return p.size }
func (p *plain) Opaque() bool      { return !p.clear }

func (p *plain) Draw(dst *image.RGBA, r image.Rectangle, level int) {
	p.drawn = append(p.drawn, drawing{r, level})
	for y := range dst.Rect.Dy() {
		for x := range dst.Rect.Dx() {
			dst.SetRGBA(x, y, p.shade(r.Min.X+x<<level, r.Min.Y+y<<level))
		}
	}
}

// took returns what was drawn since the last call.
func (p *plain) took() []drawing {
	d := p.drawn
	p.drawn = nil
	return d
}

// placed returns a source with pixels that contain their own coordinates, as far as three bytes can.
func placed(w, h int) *plain {
	return &plain{size: image.Pt(w, h), shade: func(x, y int) color.RGBA {
		return color.RGBA{R: uint8(x), G: uint8(y), B: uint8(x>>8<<4 | y>>8&15), A: 0xff}
	}}
}

// standing returns a view in a window of a size.
func standing(t testing.TB, variant resources.Variant, w, h float32) (*View, fyne.Window) {
	t.Helper()
	apptest.New(t, resources.Theme(variant))
	var win fyne.Window
	v := New(func() fyne.Canvas {
		if win == nil {
			return nil
		}
		return win.Canvas()
	}, func(Pointer) {}, func() {})
	v.modifiers = func() fyne.KeyModifier { return 0 }
	win = test.NewTempWindow(t, container.NewStack(kit.NewGround(resources.BgScreen), v))
	win.SetPadded(false)
	win.Resize(fyne.NewSize(w, h))
	return v, win
}

// showing returns a view of a size with a picture.
func showing(t testing.TB, src Source, w, h float32) (*View, fyne.Window) {
	t.Helper()
	v, win := standing(t, resources.Dark, w, h)
	v.SetSource(src)
	return v, win
}

func at(x, y float32) fyne.Position { return fyne.NewPos(x, y) }

// centre returns the point of the picture in the middle of a view.
func centre(v *View) (x, y float64) { return v.transform.ToPicture(v.width()/2, v.height()/2) }

// viewing returns a picture of 3840 by 2160 of [placed], in a view of 800 by 600 at 100 %.
func viewing(t testing.TB) (*plain, *View) {
	t.Helper()
	src := placed(3840, 2160)
	v, _ := showing(t, src, 800, 600)
	v.Actual()
	src.took()
	return src, v
}

// moveTo shows a point of the picture in the middle of the view.
func (v *View) moveTo(zoom, x, y float64) {
	if zoom > 0 {
		v.changeTransform(func() Transform { return At(v.limited(zoom)/v.pixel, x, y, v.width(), v.height()) })
	}
}
