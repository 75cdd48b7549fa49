package costs

import (
	"testing"

	"fyne.io/fyne/v2"

	"viviscope/gui/apptest"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
	"viviscope/resources"
)

// In the least window no head of a table is cut, in any language and at any size of the text, with the arrow of the
// order or without.
func TestNoHeadIsCut(t *testing.T) {
	app := apptest.New(t, resources.Theme(resources.Dark))
	for _, language := range lang.Languages() {
		langtest.Use(t, language.Tag)
		for scale, width := range map[float32]float32{1: 903, resources.TextScaleMax: 870} {
			app.Settings().SetTheme(resources.Theme(resources.Dark).WithTextScale(scale))
			check := func(name string, o fyne.CanvasObject) {
				o.Resize(fyne.NewSize(width, 200))
				heads := apptest.Find[*kit.ColumnHead](o)
				if len(heads) < 4 {
					t.Fatalf("%d heads", len(heads))
				}
				for _, h := range heads {
					h.SetOrder(kit.Falling)
				}
				if cut := apptest.CutTexts(o); len(cut) > 0 {
					t.Errorf("%s at %v, %s: %q", language.Tag, scale, name, cut)
				}
			}
			check("entries", kit.NewTable(headHeight, rowHeight, ledgerColumns()).Object())
			for _, g := range groupings()[1:] {
				check(g.word, newGroupTable(g.by, func(func(*query)) {}).table.Object())
			}
		}
	}
}
