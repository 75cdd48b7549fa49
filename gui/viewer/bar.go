package viewer

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/widgets"
	"viviscope/resources"
)

// newFootBar makes the row under the stage: what stands at its left, and at its right.
func newFootBar(left, right []fyne.CanvasObject) fyne.CanvasObject {
	return container.NewStack(widgets.NewGround(resources.BgPanel), widgets.NewColumn(0, widgets.NewRule(), newBar(left, right)))
}

// newBar lays the controls of the stage into one line, or into two.
func newBar(left, right []fyne.CanvasObject) fyne.CanvasObject {
	return widgets.NewInset(8, edge, 8, edge, widgets.NewBar(8, left, right))
}

// fitFoot lays the viewer out anew where the controls under the stage need another height than they have.
func (s *Screen) fitFoot() {
	if s.layout == nil {
		return // nothing is put together yet
	}
	foot := s.layout.foot
	if size := foot.Size(); size.Width > 0 && widgets.HeightFor(foot, size.Width) != size.Height {
		s.content.Refresh()
	}
}
