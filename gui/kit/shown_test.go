package kit

import (
	"testing"
	"time"

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

// The focus ring is an object that is shown for the first time when the keyboard comes. The window must be painted
// then.
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

// A button that appears, moves or changes its price under the resting pointer ignores a click that was meant for what
// was there before. It takes one after a second, or after the pointer came back, and any key.
func TestAClickOnAButtonThatHasJustChangedSpendsNothing(t *testing.T) {
	apptest.New(t, resources.Theme(resources.Dark))
	now, was := time.Unix(0, 0), SheetClock
	SheetClock = func() time.Time { return now }
	t.Cleanup(func() { SheetClock = was })
	sent := 0
	send := NewButton("Make 3 pictures", nil, Primary, func() { sent++ }).Settles()
	test.NewTempWindow(t, send)
	for _, change := range []func(){
		func() { send.SetText("Make 1 clip") },
		func() { send.Hide(); send.Show() },
		func() { send.Move(send.Position().AddXY(20, 0)) },
	} {
		now, sent = now.Add(time.Minute), 0
		change()
		now = now.Add(settleTime - time.Millisecond)
		test.Tap(send)
		if sent != 0 {
			t.Error("a click spends at once")
		}
		send.Tapped(nil)
		if sent != 1 {
			t.Error("a key does not spend")
		}
		now = now.Add(time.Millisecond)
		test.Tap(send)
		if sent != 2 {
			t.Error("a click does not spend after a second")
		}
		change()
		send.MouseIn(nil)
		test.Tap(send)
		if sent != 3 {
			t.Error("a click does not spend after the pointer came")
		}
	}
}
