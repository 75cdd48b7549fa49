package gallery

import (
	"testing"

	"fyne.io/fyne/v2"

	"viviscope/gui/apptest"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
	"viviscope/resources"
)

// In windows of 1120 px and 1440 px no head of the list is cut, and in none beside a pane: in any language and at any
// size of the text, with the arrow of the order or without.
func TestNoHeadOfTheListIsCut(t *testing.T) {
	for _, language := range lang.Languages() {
		langtest.Use(t, language.Tag)
		for _, scale := range []float32{1, resources.TextScaleMax} {
			d := newDesk(t, pile(t, 3))
			fyne.CurrentApp().Settings().SetTheme(resources.Theme(resources.Dark).WithTextScale(scale))
			d.remember(func(s *State) { s.List = true })
			for _, width := range []float32{600, 1120 - 60*scale, 1440 - 168*scale} {
				d.window.Resize(fyne.NewSize(width, 700))
				list := d.heads
				for _, c := range list.columns {
					c.head.SetOrder(kit.Falling)
				}
				if cut := apptest.CutTexts(list.object); len(cut) > 0 {
					t.Errorf("%s at %v in %v px: %q", language.Tag, scale, list.object.Size().Width, cut)
				}
			}
		}
	}
}
