package editor

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/kit"
	"viviscope/resources"
)

// The measures of the options line, px.
const (
	optionsHeight = 48
	linePad       = 16
	titleLeast    = 48
	wideLine      = 660 // from this width on the bar has labels and zoom steps; at 100 % text size
	narrowLine    = 380 // below this width the zoom is hidden
)

// newOptionsLine returns the line above the view: the title of the tool, its options and the bar.
func newOptionsLine(o *options, b *bar) *fyne.Container {
	return &fyne.Container{Layout: lineLayout{b}, Objects: []fyne.CanvasObject{o.title, o.row, b.box}}
}

// lineLayout places the title, the options and the bar beside each other. The options get the remaining width.
type lineLayout struct{ *bar }

func (l lineLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(o[0].MinSize().Width+o[1].MinSize().Width, optionsHeight)
}

func (l lineLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	wide := s.Width >= resources.Scaled(wideLine)
	kit.Show(l.eye, !wide)
	for _, b := range []*kit.Button{l.marks, l.out, l.in} {
		kit.Show(b, wide)
	}
	kit.Show(l.zoom, s.Width >= resources.Scaled(narrowLine))
	kit.Show(l.fit, l.zoom.Visible())
	title, bar := o[0].MinSize(), o[2].MinSize()
	at, end := linePad+max(title.Width, titleLeast)+lineGap, s.Width-lineGap-bar.Width
	kit.Place(o[0], linePad, (s.Height-title.Height)/2, title.Width, title.Height)
	kit.Place(o[1], at, 0, max(end-lineGap-at, 0), s.Height)
	kit.Place(o[2], end, (s.Height-bar.Height)/2, bar.Width, bar.Height)
}
