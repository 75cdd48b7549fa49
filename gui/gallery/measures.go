package gallery

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/widgets"
)

// The measures of the detail pane, in px.
const (
	paneWidth = 336
	paneInner = paneWidth - 2*16
)

// paneLayout gives one object the width of the pane and the height that its words need in it.
type paneLayout struct{}

func (paneLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(paneWidth, widgets.HeightFor(o[0], paneInner)+2*12)
}

func (paneLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	o[0].Move(fyne.NewPos(16, 12))
	o[0].Resize(fyne.NewSize(s.Width-2*16, widgets.HeightFor(o[0], s.Width-2*16)))
}
