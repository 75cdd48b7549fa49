package shell

import (
	"testing"

	"fyne.io/fyne/v2"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/kit/ringtest"
	"viviscope/resources"
)

// Wherever Tab leads in the window's own parts, a person sees it.
func TestTheKeyboardIsSeenInTheWholeShell(t *testing.T) {
	h := newHouse(t, nil)
	h.SetLook(resources.Light)
	h.window.Resize(fyne.NewSize(minWidth, minHeight))
	h.Say(kit.ToneWarn, "Something", "happened.", action.Action{Label: "Undo", Do: func() {}})
	if n := ringtest.Walk(t, h.window.Canvas()); n < 8 { // the profiles, five places, and the notice with two buttons
		t.Errorf("Tab leads to %d things", n)
	}
	h.ShowPalette()
	if n := ringtest.Walk(t, h.window.Canvas()); n < 2 {
		t.Errorf("on the palette Tab leads to %d things", n)
	}
	h.settle()
}
