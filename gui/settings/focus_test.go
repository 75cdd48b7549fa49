package settings

import (
	"testing"

	"fyne.io/fyne/v2"

	"viviscope/gui/widgets/ringtest"
)

// Wherever Tab leads on the page, a person sees it: what has the keyboard is scrolled into sight and carries its ring.
func TestTheKeyboardIsSeenOnTheWholePage(t *testing.T) {
	s, _, _, _ := reader(t)
	// Small pictures are faster drawn.
	fyne.CurrentApp().Driver().AllWindows()[0].Resize(fyne.NewSize(700, 400))
	s.canvas().(interface{ SetScale(float32) }).SetScale(0.5)
	if n := ringtest.Walk(t, s.canvas()); n < 30 {
		t.Errorf("Tab leads to %d things", n)
	}
	askFor(t, s, "new")
	if n := ringtest.Walk(t, s.canvas()); n < 3 {
		t.Errorf("on the sheet for new keys Tab leads to %d things", n)
	}
}
