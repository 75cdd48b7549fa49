package settings

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"viviscope/gui/widgets"
	"viviscope/resources"
)

// labelled lays a label beside its control; the label stands at the height of the control's first line, and goes on below it.
// Its width, px at 100 % text, grows with the text as far as the page has room; it is the same for all fields of a page.
type labelled struct{ width float32 }

// labelGap is the room between a label and its control, px.
const labelGap = 12

// controlRoom is what a growing label leaves to its control, px: a text field with words or a button behind it.
const controlRoom = 560

// firstLine is the height of a control's first line, px.
const firstLine = 32

// label is the width of the label in a width, px.
func (l *labelled) label(width float32) float32 {
	return max(l.width, min(resources.Scaled(l.width), width-controlRoom))
}

// labelHigh is the height of a label of a width from the top of the control on.
func (l *labelled) labelHigh(o []fyne.CanvasObject, label float32) float32 {
	return l.labelTop() + widgets.HeightFor(o[0], label-labelGap)
}

// labelTop is where the label begins, so that its first line is in the middle of the control's.
func (l *labelled) labelTop() float32 {
	line := fyne.MeasureText("X", theme.Size(resources.SizeBody), fyne.TextStyle{}).Height
	return max((firstLine-line)/2, 0)
}

// MinSize is the label beside the control.
func (l *labelled) MinSize(o []fyne.CanvasObject) fyne.Size {
	content := o[1].MinSize()
	height, label := content.Height, resources.Scaled(l.width)
	if w := o[1].Size().Width; w > 0 {
		height = widgets.HeightFor(o[1], w)
		label = o[1].Position().X
	}
	return fyne.NewSize(l.width+content.Width, max(height, firstLine, l.labelHigh(o, label)))
}

// Layout gives the control what the label leaves, and its height to what is inside.
func (l *labelled) Layout(o []fyne.CanvasObject, size fyne.Size) {
	x, top := l.label(size.Width), l.labelTop()
	o[0].Move(fyne.NewPos(0, top))
	o[0].Resize(fyne.NewSize(x-labelGap, l.labelHigh(o, x)-top))
	width := max(size.Width-x, 0)
	height := widgets.HeightFor(o[1], width)
	o[1].Move(fyne.NewPos(x, max(0, (firstLine-height)/2)))
	o[1].Resize(fyne.NewSize(width, height))
}

// HeightFor is the height of the control in what the label leaves of the width.
func (l *labelled) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	x := l.label(width)
	return max(widgets.HeightFor(o[1], width-x), firstLine, l.labelHigh(o, x))
}
