package program

import (
	"image"
	"runtime"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/widgets"
	"viviscope/resources"
)

// counting counts the animations that begin.
type counting struct {
	fyne.Driver
	begun *int
}

func (d counting) StartAnimation(a *fyne.Animation) { *d.begun++; d.Driver.StartAnimation(a) }

// watchedApp is the tests' app whose animations are counted, and whose own settings may forbid them.
type watchedApp struct {
	fyne.App
	begun   int
	refuses bool
}

func (a *watchedApp) Driver() fyne.Driver { return counting{a.App.Driver(), &a.begun} }

func (a *watchedApp) Settings() fyne.Settings {
	return motionSettings{a.App.Settings(), func() bool { return a.refuses }}
}

// What the toolkit moves by itself stands still for who chose that, here or for all programs of the toolkit.
func TestTheToolkitsOwnControlsStandStill(t *testing.T) {
	if runtime.GOOS == "darwin" {
		t.Skip("the toolkit does not let its settings be wrapped here")
	}
	for name, tc := range map[string]struct{ chosen, refuses, moves bool }{
		"nothing said": {moves: true}, "chosen here": {chosen: true}, "chosen for the toolkit": {refuses: true},
	} {
		t.Run(name, func(t *testing.T) {
			inner := test.NewTempApp(t)
			inner.Settings().SetTheme(resources.Theme(resources.Dark))
			app := &watchedApp{App: inner, refuses: tc.refuses}
			t.Cleanup(func() { fyne.SetCurrentApp(inner) })
			fyne.SetCurrentApp(motionApp{app, func() bool { return tc.chosen || !app.Settings().ShowAnimations() }})
			entry := widgets.NewEntry()
			button := widget.NewButton("Open", func() {})
			w := test.NewTempWindow(t, container.NewVBox(entry, button))
			w.Resize(fyne.NewSize(200, 100))
			app.begun = 0
			before := w.Canvas().Capture()
			w.Canvas().Focus(entry)
			if caret := app.begun > 0; caret != tc.moves {
				t.Errorf("the caret blinks: %v", caret)
			}
			if !differ(before, w.Canvas().Capture(), entry) {
				t.Error("there is no caret")
			}
			app.begun = 0
			test.Tap(button)
			if flash := app.begun > 0; flash != tc.moves {
				t.Errorf("a tapped button lights up and fades: %v", flash)
			}
		})
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
