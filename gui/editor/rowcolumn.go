package editor

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/layout"
)

// rowOrColumn places objects side by side, or below each other if the width is too small for that.
type rowOrColumn struct{ width func() float32 } // px

func (l rowOrColumn) fitting(o []fyne.CanvasObject) fyne.Layout {
	row := layout.NewCustomPaddedHBoxLayout(8)
	if row.MinSize(o).Width <= l.width() {
		return row
	}
	return layout.NewCustomPaddedVBoxLayout(8)
}

func (l rowOrColumn) MinSize(o []fyne.CanvasObject) fyne.Size { return l.fitting(o).MinSize(o) }

func (l rowOrColumn) Layout(o []fyne.CanvasObject, s fyne.Size) { l.fitting(o).Layout(o, s) }
