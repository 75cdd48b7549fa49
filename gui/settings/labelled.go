package settings

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/widgets"
	"viviscope/resources"
)

// labelled lays a label beside its control; the label stands at the height of the control's first line.
type labelled struct{ width float32 }

// firstLine is the height of a control's first line, px.
const firstLine = 32

func (l *labelled) label(o []fyne.CanvasObject) float32 {
	return max(resources.Scaled(l.width), o[0].MinSize().Width+12)
}

// MinSize is the label beside the control.
func (l *labelled) MinSize(o []fyne.CanvasObject) fyne.Size {
	content := o[1].MinSize()
	height := content.Height
	if w := o[1].Size().Width; w > 0 {
		height = widgets.HeightFor(o[1], w)
	}
	return fyne.NewSize(l.label(o)+content.Width, max(height, firstLine))
}

// Layout gives the control what the label leaves, and its height to what is inside.
func (l *labelled) Layout(o []fyne.CanvasObject, size fyne.Size) {
	x := l.label(o)
	label := o[0].MinSize()
	o[0].Move(fyne.NewPos(0, (firstLine-label.Height)/2))
	o[0].Resize(fyne.NewSize(x, label.Height))
	width := max(size.Width-x, 0)
	height := widgets.HeightFor(o[1], width)
	o[1].Move(fyne.NewPos(x, max(0, (firstLine-height)/2)))
	o[1].Resize(fyne.NewSize(width, height))
}

// HeightFor is the height of the control in what the label leaves of the width.
func (l *labelled) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	return max(widgets.HeightFor(o[1], width-l.label(o)), firstLine)
}
