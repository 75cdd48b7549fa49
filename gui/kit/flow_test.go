package kit

import (
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"viviscope/resources"
)

func TestFlowGoesOnInTheNextLine(t *testing.T) {
	studio(t, resources.Dark)
	var boxes []fyne.CanvasObject
	for range 4 {
		r := canvas.NewRectangle(color.Black)
		r.SetMinSize(fyne.NewSize(40, 20))
		boxes = append(boxes, r)
	}
	flow := NewFlow(8, boxes...)
	if got := HeightFor(flow, 88); got != 48 {
		t.Errorf("two lines are %v high", got)
	}
	flow.Resize(fyne.NewSize(88, 48))
	if got := boxes[3].Position(); got != fyne.NewPos(48, 28) {
		t.Errorf("the last stands at %v", got)
	}
	boxes[0].Hide()
	if got := HeightFor(flow, 136); got != 20 {
		t.Errorf("three in one line are %v high", got)
	}
	flow.Add(NewFixed(0, 32, NewText("", resources.SizeSM, resources.Text2, false)))
	if got := HeightFor(flow, 136); got != 32 {
		t.Errorf("a text without words begins a line: %v high", got)
	}
}

// Large text takes more room for the labels of a form where there is some; the least form gets no wider.
func TestLabelsOfAFormTakeWhatThereIs(t *testing.T) {
	studio(t, resources.Dark)
	fyne.CurrentApp().Settings().SetTheme(resources.Theme(resources.Dark).WithTextScale(resources.TextScaleMax))
	control, note := NewSpring(), NewSpring()
	field, under := NewField("x", control), NewUnderField(note)
	for _, o := range []*fyne.Container{field, under} {
		if got := o.MinSize().Width; got != fieldLabel {
			t.Errorf("the least field is %v wide", got)
		}
		o.Resize(fyne.NewSize(300, 40))
	}
	if control.Position().X != 112 || note.Position().X != 112 {
		t.Errorf("the control stands at %v, what is below it at %v", control.Position().X, note.Position().X)
	}
}
