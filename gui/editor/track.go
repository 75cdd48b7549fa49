package editor

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/widgets"
)

// track is a slider that tells when the pointer lets go of it.
type track struct {
	widgets.Slider
	let func() // nil: nobody wants to know
}

func newTrack(steps float64) *track {
	t := &track{Slider: widgets.Slider{Slider: widget.Slider{Max: steps, Step: 1}}}
	t.ExtendBaseWidget(t)
	return t
}

// DragEnd implements [fyne.Draggable].
func (t *track) DragEnd() {
	t.Slider.DragEnd()
	t.letGo()
}

// Tapped implements [fyne.Tappable].
func (t *track) Tapped(e *fyne.PointEvent) {
	t.Slider.Tapped(e)
	t.letGo()
}

func (t *track) letGo() {
	if t.let != nil {
		t.let()
	}
}
