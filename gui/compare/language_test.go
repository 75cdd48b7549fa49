package compare

import (
	"image"
	"image/color"
	"testing"

	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
)

// sameEverywhere are names that the tests give, units, values of the wire and keys: no language has other words for them.
const sameEverywhere = "A B X Esc PNG MB genimage sunburst high"

func TestEveryTextIsTranslated(t *testing.T) {
	langtest.Speak(t, lang.Pseudo)
	for name, show := range map[string]func(g *table){
		"loading":  func(g *table) { g.s.Show(g.asset(1), g.asset(2)) },
		"shown":    func(g *table) { g.show() },
		"no frame": func(g *table) { v := g.show(); v.sides[0].asset.Link = ""; v.show() },
		"not ours": func(g *table) {
			a := g.asset(1)
			a.JobID, a.Model = 0, ""
			g.s.Show(a, a)
			g.run()
		},
		"gone":      func(g *table) { g.gone[11], g.gone[12] = true, true; g.show() },
		"identical": func(g *table) { g.show(); g.s.view.pair.SetMode(Difference); g.run() },
		"different": func(g *table) {
			v := g.show()
			v.pair.SetPictures(plain(8, 8, color.RGBA{255, 0, 0, 255}), plain(16, 8, color.RGBA{0, 250, 0, 255}), image.Point{}, image.Point{}, "", "")
			v.pair.SetMode(Difference)
			g.run()
		},
		"few differ": func(g *table) {
			a, b := image.NewRGBA(image.Rect(0, 0, 64, 64)), image.NewRGBA(image.Rect(0, 0, 64, 64))
			b.Pix[0] = 1
			v := g.show()
			v.pair.SetPictures(a, b, image.Point{}, image.Point{}, "", "")
			v.pair.SetMode(Difference)
			g.run()
		},
	} {
		t.Run(name, func(t *testing.T) {
			g := newTable(t)
			show(g)
			for _, text := range langtest.Untranslated(g.w.Canvas(), sameEverywhere) {
				t.Errorf("not translated: %q", text)
			}
		})
	}
}
