package settings

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/gui/kit/ringtest"
)

// reader is a screen that shows the page on the window, with the window that it changes.
func reader(t testing.TB) (s *Screen, w *fakeWindow) {
	t.Helper()
	s = newScreenWith(t, newHouse(), func(d *Deps) { d.TextScales = []float32{0.85, 1, 1.5} })
	open(t, s, "Window")
	return s, s.host.Window.(*fakeWindow)
}

func (s *Screen) canvas() fyne.Canvas {
	return fyne.CurrentApp().Driver().CanvasForObject(s.host.screen)
}

func TestTextSizeAndMotionAreTold(t *testing.T) {
	s, w := reader(t)
	if s.window.text.Selected() != 1 {
		t.Errorf("100 %% is %d", s.window.text.Selected())
	}
	s.window.text.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	test.Tap(s.window.motion)
	if w.scale != 1.5 || !w.still {
		t.Errorf("%v, %v", w.scale, w.still)
	}
	w.scale, w.still = 0.85, false // the menu changed them
	s.window.show()
	if s.window.text.Selected() != 0 || s.window.motion.On() {
		t.Error("the page does not follow")
	}
}

// Every control that Tab focuses is scrolled into view and has a focus ring.
func TestTheKeyboardIsSeenOnTheWholePage(t *testing.T) {
	s, _ := reader(t)
	// Small pictures are faster drawn.
	fyne.CurrentApp().Driver().AllWindows()[0].Resize(fyne.NewSize(700, 400))
	s.canvas().(interface{ SetScale(float32) }).SetScale(0.5)
	for _, c := range []struct {
		page   string
		things int
	}{{"Window", 12}, {"Profiles", 24}} {
		open(t, s, c.page)
		if n := ringtest.Walk(t, s.canvas()); n < c.things {
			t.Errorf("%s: Tab leads to %d things", c.page, n)
		}
	}
}
