package costs

import (
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// partsRow says what sums, chart and list are narrowed to, each part with its way out.
type partsRow struct {
	s      *Screen
	shown  []string
	chips  *fyne.Container
	object *fyne.Container
}

func newPartsRow(s *Screen) *partsRow {
	p := &partsRow{s: s, chips: widgets.NewFlow(6)}
	p.object = widgets.NewInset(8, 16, 0, 16, p.chips)
	return p
}

func (p *partsRow) set(a answer, q question) {
	parts := q.filter.parts(names{currency: a.currency, job: p.s.jobName, album: func(ref string) string { return albumName(a.albums, ref) }})
	var words []string
	for _, part := range parts {
		words = append(words, part.words)
	}
	widgets.Show(p.object, len(parts) > 0)
	if slices.Equal(words, p.shown) {
		return
	}
	p.shown = words
	p.chips.Objects = []fyne.CanvasObject{widgets.NewFixed(0, 28, widgets.NewText(lang.L("Sums, chart and list of"), resources.SizeSM, resources.Text2, false))} // as high as a chip
	for _, part := range parts {
		clear := func() { p.s.filter(part.clear) }
		chip := widgets.NewChip(short(part.words), clear)
		chip.OnClear = clear
		chip.SetOn(true)
		p.chips.Objects = append(p.chips.Objects, chip)
	}
	p.chips.Add(widgets.NewLink(lang.X("verb", "Clear"), p.s.ClearFilter))
	p.object.Refresh()
}

// mostLetters is how long the words of a chip may be.
const mostLetters = 40

// short cuts words that would push others out of sight.
func short(words string) string {
	if letters := []rune(words); len(letters) > mostLetters {
		return string(letters[:mostLetters-1]) + "…"
	}
	return words
}

// Measures of the part of the place that is not the prices, px.
const (
	overviewShare = 0.36
	overviewLeast = 190
	overviewMost  = 290
)

// mainLayout stacks what is said first, the overview and the ledger, which takes the rest. The fourth object is shown
// instead of these two while nothing was read.
type mainLayout struct{}

func (mainLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	w := max(o[0].MinSize().Width, o[1].MinSize().Width, o[2].MinSize().Width)
	return fyne.NewSize(w, o[0].MinSize().Height+overviewLeast+max(150, o[2].MinSize().Height))
}

func (mainLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	top := widgets.HeightFor(o[0], s.Width)
	middle := min(max((s.Height-top)*overviewShare, overviewLeast), overviewMost)
	for i, at := range []struct{ y, h float32 }{{0, top}, {top, middle}, {top + middle, s.Height - top - middle}, {top, s.Height - top}} {
		widgets.Place(o[i], 0, at.y, s.Width, max(at.h, 0))
	}
}
