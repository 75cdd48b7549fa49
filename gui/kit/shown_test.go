package kit

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/gui/apptest"
	"viviscope/resources"
)

// paintApp counts how often its only canvas is told to paint. Like in a real window, no object is on a canvas before it
// was painted.
type paintApp struct {
	fyne.App
	canvas *paintCanvas
}

func (a paintApp) Driver() fyne.Driver { return paintDriver{a.App.Driver(), a.canvas} }

type paintDriver struct {
	fyne.Driver
	canvas *paintCanvas
}

func (d paintDriver) CanvasForObject(fyne.CanvasObject) fyne.Canvas { return nil }

func (d paintDriver) AllWindows() []fyne.Window { return []fyne.Window{paintWindow{canvas: d.canvas}} }

type paintWindow struct {
	fyne.Window
	canvas fyne.Canvas
}

func (w paintWindow) Canvas() fyne.Canvas { return w.canvas }

type paintCanvas struct {
	fyne.Canvas
	dirty int
}

func (c *paintCanvas) SetDirty() { c.dirty++ }

// The focus ring is an object that is shown for the first time when the keyboard comes. The window must be painted then.
func TestTheFirstFocusRingIsPainted(t *testing.T) {
	app := apptest.New(t, resources.Theme(resources.Dark))
	for name, control := range map[string]interface {
		fyne.Focusable
		fyne.CanvasObject
	}{
		"choice": NewChoiceCard("Save", NewText("Save", resources.SizeBody, resources.Text1, false), nil),
		"button": NewButton("Save", nil, Plain, func() {}),
		"check":  NewCheck(nil),
	} {
		test.NewTempWindow(t, control)
		on := &paintCanvas{Canvas: test.NewCanvas()}
		fyne.SetCurrentApp(paintApp{app, on})
		control.FocusGained()
		fyne.SetCurrentApp(app)
		if on.dirty == 0 {
			t.Errorf("%s: the focus ring is not painted", name)
		}
	}
}
