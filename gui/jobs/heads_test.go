package jobs

import (
	"testing"

	"fyne.io/fyne/v2"

	"viviscope/gui/apptest"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
	"viviscope/resources"
)

// In a window of 1120 px no head of the queue is cut, in any language and at any size of the text, with the arrow of
// the order or without.
func TestNoHeadIsCut(t *testing.T) {
	app := apptest.New(t, resources.Theme(resources.Dark))
	for _, language := range lang.Languages() {
		langtest.Use(t, language.Tag)
		for scale, width := range map[float32]float32{1: 1060, resources.TextScaleMax: 1030} {
			app.Settings().SetTheme(resources.Theme(resources.Dark).WithTextScale(scale))
			h := newColumnHeads(nil, kit.NewCheck(func(bool) {}))
			h.content.Resize(fyne.NewSize(width, headsHeight))
			for _, head := range h.heads {
				head.SetOrder(kit.Falling)
			}
			if cut := apptest.CutTexts(h.content); len(cut) > 0 {
				t.Errorf("%s at %v: %q", language.Tag, scale, cut)
			}
		}
	}
}
