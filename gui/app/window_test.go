package app

import (
	"image"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/kit"
	"viviscope/resources"
)

// counting counts the animations that begin.
type counting struct {
	fyne.Driver
	begun *int
}

func (d counting) StartAnimation(a *fyne.Animation) { *d.begun++; d.Driver.StartAnimation(a) }

// watchedApp is the tests' app whose animations are counted.
type watchedApp struct {
	fyne.App
	begun int
}

func (a *watchedApp) Driver() fyne.Driver { return counting{a.App.Driver(), &a.begun} }

// What the toolkit moves by itself stands still: a window in which nothing happens is not drawn again and again.
func TestTheToolkitsOwnControlsStandStill(t *testing.T) {
	inner := test.NewTempApp(t)
	inner.Settings().SetTheme(resources.Theme(resources.Dark))
	app := &watchedApp{App: inner}
	t.Cleanup(func() { fyne.SetCurrentApp(inner) })
	fyne.SetCurrentApp(stillApp{app})
	w := test.NewTempWindow(t, nil)
	// The toolkit's cache reads the clock only when a window is painted. If that was over a minute ago, what is made
	// now is stale at the next painting, and the field loses the size of its caret.
	w.Canvas().Capture()
	entry := kit.NewEntry()
	button := widget.NewButton("Open", func() {})
	w.SetContent(container.NewVBox(entry, button))
	w.Resize(fyne.NewSize(200, 100))
	app.begun = 0
	before := w.Canvas().Capture()
	w.Canvas().Focus(entry)
	if !differ(before, w.Canvas().Capture(), entry) {
		t.Error("there is no caret")
	}
	test.Tap(button)
	if app.begun > 0 {
		t.Errorf("%d things move", app.begun)
	}
}

// differ reports whether two pictures of a window differ inside of a field, whose outline does anyway.
func differ(a, b image.Image, field fyne.CanvasObject) bool {
	at, size := fyne.CurrentApp().Driver().AbsolutePositionForObject(field), field.Size()
	for x := int(at.X) + 4; x < int(at.X+size.Width)-4; x++ {
		for y := int(at.Y) + 4; y < int(at.Y+size.Height)-4; y++ {
			if a.At(x, y) != b.At(x, y) {
				return true
			}
		}
	}
	return false
}
