package player

import (
	"image"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/software"
	"fyne.io/fyne/v2/test"
)

func TestViewAsksForItsSizeInDevicePixels(t *testing.T) {
	test.NewTempApp(t)
	w, f := newWindow(), newFakeEngine()
	p := New(Options{Post: w.post, Open: f.Opener()})
	defer p.Close()
	v := NewView(p)
	win := test.NewTempWindow(t, v)
	win.SetPadded(false)
	c := win.Canvas().(software.WindowlessCanvas)
	c.SetScale(2)
	win.Resize(fyne.NewSize(400, 300))
	panel := func() image.Point {
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.panel
	}
	if got := panel(); got != image.Pt(800, 600) {
		t.Errorf("panel %v", got)
	}
	v.Hide()
	if got := panel(); got != (image.Point{}) {
		t.Errorf("hidden: %v", got)
	}
	v.Show()
	if got := panel(); got != image.Pt(800, 600) {
		t.Errorf("shown again: %v", got)
	}
}

func TestViewShowsThePosterThenThePlayer(t *testing.T) {
	test.NewTempApp(t)
	w, f := newWindow(), newFakeEngine()
	p := New(Options{Post: w.post, Open: f.Opener()})
	defer p.Close()
	v := NewView(p)
	test.NewTempWindow(t, v)
	poster := image.NewRGBA(image.Rect(0, 0, 16, 9))
	v.SetPoster(poster)
	if v.Shown() != image.Image(poster) || v.ShowsVideo() {
		t.Error("no poster")
	}
	dir := t.TempDir()
	p.Load(dir)
	f.until("[loadfile " + dir + "]")
	im := image.NewRGBA(image.Rect(0, 0, 32, 18))
	f.frame(im)
	w.until(t, "picture", v.ShowsVideo)
	if v.Shown() != image.Image(im) {
		t.Error("another picture")
	}
	v.SetPoster(nil)
	if v.Shown() != nil || v.ShowsVideo() {
		t.Error("not empty")
	}
}
