package compare

import (
	"image/color"
	"testing"

	"viviscope/gui/apptest"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
)

func TestEveryTextIsTranslatedAndThePairIsNamed(t *testing.T) {
	langtest.Use(t, lang.Pseudo)
	few := plain(64, 64, red)
	few.Pix[0] = 1
	for name, show := range map[string]func(p *testPair){
		"loading":   func(p *testPair) { p.host.Poster = func(func()) {}; p.pictures(few, few, "", "") },
		"identical": func(p *testPair) { p.pictures(few, few, "", "") },
		"different": func(p *testPair) {
			p.pictures(plain(8, 8, red), plain(16, 8, color.RGBA{0, 250, 0, 255}), "", "")
		},
		"few differ": func(p *testPair) { p.pictures(plain(64, 64, red), few, "", "") },
	} {
		t.Run(name, func(t *testing.T) {
			p := newTestPair(t)
			show(p)
			p.SetMode(Difference)
			apptest.CheckAccessibleNames(t, p.w.Canvas())
			for _, text := range langtest.Untranslated(p.w.Canvas(), "A B") {
				t.Errorf("not translated: %q", text)
			}
		})
	}
}
