package editor

import (
	"image/color"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"viviscope/gui/editor/drawing"
	"viviscope/resources"
)

// The plus of the compact button is dark on light colours and light on dark ones.
func TestThePlusContrastsWithItsColour(t *testing.T) {
	test.NewTempApp(t)
	fyne.CurrentApp().Settings().SetTheme(resources.Theme(resources.Dark))
	s := newSwatches(nil, nil)
	s.setShort(true)
	colours := drawing.Colours()
	for _, c := range append(colours[:], drawing.Colour{Word: "pale", Color: color.NRGBA{0xE8, 0xE8, 0xD0, 0xFF}}) {
		s.set(c.Color)
		objects := test.WidgetRenderer(s).Objects()
		plus := objects[len(objects)-1].(*canvas.Image)
		dark := strings.Contains(string(plus.Resource.Content()), "#08090a")
		if light := c.Word == "white" || c.Word == "yellow" || c.Word == "pale"; dark != light {
			t.Errorf("%s: a dark plus is %v", c.Word, dark)
		}
	}
}
