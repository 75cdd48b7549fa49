package compose

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/resources"
)

// A replaced prompt comes back by one Undo, and the form never sees an empty prompt.
func TestAReplacedTextComesBackByOneUndo(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(resources.Theme(resources.Dark))
	var seen []string
	e := newTextEditor(3, "", func(text string) { seen = append(seen, text) }, func() {})
	window := test.NewTempWindow(t, e)
	window.Canvas().Focus(e)
	test.Type(e, "mine")
	seen = nil
	e.replace("earlier")
	seen = nil
	e.TypedShortcut(&fyne.ShortcutUndo{})
	if e.Text != "mine" {
		t.Errorf("after Undo: %q", e.Text)
	}
	e.TypedShortcut(&fyne.ShortcutRedo{})
	if e.Text != "earlier" {
		t.Errorf("after Redo: %q", e.Text)
	}
	if !slices.Equal(seen, []string{"mine", "earlier"}) {
		t.Errorf("the form saw %q", seen)
	}
	e.TypedShortcut(&fyne.ShortcutUndo{})
	e.TypedShortcut(&fyne.ShortcutUndo{})
	if e.Text == "mine" {
		t.Error("the typing is not taken back")
	}
}
