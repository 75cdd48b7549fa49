package costs

import (
	"testing"

	"fyne.io/fyne/v2/test"

	"viviscope/gui/apptest"
	"viviscope/resources"
)

func TestPlaceLooksAsItShould(t *testing.T) {
	apptest.SkipUnlessGoldenPlatform(t)
	l := monthLibrary(t)
	for _, v := range []resources.Variant{resources.Dark, resources.Light} {
		for name, do := range map[string]func(p *place){
			"bars":   func(*place) {},
			"models": func(p *place) { p.group(byModel); p.settle() },
			"filter": func(p *place) { p.filter(func(f *filter) { f.model = "clip-2.6" }); p.settle() },
		} {
			t.Run(name+"-"+v.String(), func(t *testing.T) {
				p := newPlace(t, l, v)
				do(p)
				test.AssertRendersToImage(t, name+"-"+v.String()+".png", p.window.Canvas())
			})
		}
	}
}
