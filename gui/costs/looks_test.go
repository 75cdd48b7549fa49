package costs

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/db"
	"viviscope/gui/apptest"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

func TestPlaceLooksAsItShould(t *testing.T) {
	apptest.Compares(t)
	l := monthLibrary(t)
	for _, v := range []resources.Variant{resources.Dark, resources.Light} {
		for name, do := range map[string]func(p *place){
			"bars":    func(*place) {},
			"running": func(p *place) { p.NextFace() },
			"table":   func(p *place) { p.NextFace(); p.NextFace() },
			"models":  func(p *place) { p.group(db.ByModel); p.settle() },
			"filter":  func(p *place) { p.filter(func(f *filter) { f.model = "clip-2.6" }); p.settle() },
			"compare": func(p *place) { p.ShowReconcile(); p.window.Canvas().Unfocus() },
		} {
			t.Run(name+"-"+v.String(), func(t *testing.T) {
				p := newPlace(t, l, v)
				do(p)
				test.AssertRendersToImage(t, name+"-"+v.String()+".png", p.window.Canvas())
			})
		}
	}
}

func TestTheChipsOfTheLedgerNeverRunUnderTheSearch(t *testing.T) {
	apptest.New(t, resources.Theme(resources.Dark))
	word := widgets.NewFixed(80, 28, widgets.NewSpring())
	chips := widgets.NewFlow(chipGap, word)
	for range 4 {
		chips.Add(widgets.NewFixed(100, 28, widgets.NewSpring()))
	}
	o := []fyne.CanvasObject{chips, widgets.NewFixed(180, 32, widgets.NewSpring())}
	l := &ledgerHead{word: word}
	one := float32(180 + 8 + 4*(100+chipGap) - chipGap) // without the word
	for _, tc := range []struct {
		width, high float32
		word        bool
	}{{one + 80 + chipGap, 32, true}, {one + 80 + chipGap - 1, 32, false}, {one - 1, 2*28 + chipGap, false}} {
		if got := l.HeightFor(o, tc.width); got != tc.high {
			t.Errorf("%v px: %v high, want %v", tc.width, got, tc.high)
		}
		l.Layout(o, fyne.NewSize(tc.width, l.HeightFor(o, tc.width)))
		if word.Visible() != tc.word {
			t.Errorf("%v px: the word is shown: %v", tc.width, word.Visible())
		}
		for i, c := range chips.Objects {
			if end := c.Position().X + c.Size().Width; c.Visible() && end > o[1].Position().X {
				t.Errorf("%v px: chip %d ends at %v, the search begins at %v", tc.width, i, end, o[1].Position().X)
			}
		}
	}
}
