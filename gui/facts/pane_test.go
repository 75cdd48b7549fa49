package facts

import (
	"image/color"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"viviscope/gui/action/actiontest"
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
	"viviscope/resources"
)

// In the narrowest pane, in German, no word is broken, and the link to the ledger is beside the costs if these have
// room.
func TestLargeTextBreaksNoWordOfThePane(t *testing.T) {
	for _, scale := range []float32{1, resources.TextScaleMax} {
		apptest.New(t, resources.Theme(resources.Dark).WithTextScale(scale))
		w := test.NewTempWindow(t, canvas.NewRectangle(color.Black))
		p := NewPane(FamilyOptions{Host: &actiontest.Host{On: w.Canvas()}}, &actiontest.Nav{}, &actiontest.Nav{}, nil)
		p.ledger.SetText("Kostenbuch")
		p.Lay(304, Parts{})
		p.made.set([]Fact{{Label: "Angefordert", Value: "5 s · 720P · ohne Ton"}})
		p.more.set([]Fact{{Label: "Kosten", Icon: resources.IconCheck, Bold: "3,50 ¥", Value: "berechnet"}})
		w.SetContent(p.Object)
		w.Resize(fyne.NewSize(304, 600))
		for _, r := range append(p.made.rows, p.more.rows...) {
			for _, text := range []*kit.Text{r.label, r.value} {
				for word := range strings.FieldsSeq(text.Text()) {
					need := kit.NewText(word, resources.SizeSM, resources.Text1, false).NaturalWidth() - 1
					if room := text.Size().Width; need > room {
						t.Errorf("at %v %q needs %v of %v px", scale, word, need, room)
					}
				}
			}
		}
		if below := p.ledger.Position().Y > 0; below != (scale > 1) {
			t.Errorf("at %v the way to the ledger is below the costs: %v", scale, below)
		}
	}
}

// Two buttons share a row if half of it is wide enough for each; otherwise they are stacked, so that no amount is cut.
func TestTwoButtonsStackWhereHalfIsTooNarrow(t *testing.T) {
	part := func(w float32) *canvas.Rectangle {
		r := canvas.NewRectangle(color.Black)
		r.SetMinSize(fyne.NewSize(w, 30))
		return r
	}
	for _, c := range []struct {
		name       string
		a, b       float32
		hideSecond bool
		height     float32
		at         fyne.Position // of the second
		wide       float32       // of the first
	}{
		{"both fit", 100, 140, false, 30, fyne.NewPos(154, 0), 146},
		{"the first is too wide", 200, 100, false, 68, fyne.NewPos(0, 38), 300},
		{"the second is too wide", 100, 200, false, 68, fyne.NewPos(0, 38), 300},
		{"a wide one alone", 200, 200, true, 30, fyne.NewPos(0, 0), 300},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, b := part(c.a), part(c.b)
			if c.hideSecond {
				b.Hide()
			}
			row := kit.NewGrid(8, 0, 0, a, b)
			if got := kit.HeightFor(row, 300); got != c.height {
				t.Errorf("%v high, want %v", got, c.height)
			}
			row.Resize(fyne.NewSize(300, c.height))
			if a.Size().Width != c.wide || b.Position() != c.at {
				t.Errorf("the first is %v wide, the second at %v; want %v, %v", a.Size().Width, b.Position(), c.wide,
					c.at)
			}
		})
	}
}
