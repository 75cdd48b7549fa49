package program

import (
	"runtime"

	"fyne.io/fyne/v2"
)

// still reports whether nothing is to move by itself: a person chose so in Viviscope, or in the settings of the toolkit that all its
// programs share. Window's goroutine.
func (p *program) still() bool {
	return p.shell != nil && p.shell.ReduceMotion() || !p.app.Settings().ShowAnimations()
}

// reduceMotion has the toolkit's own controls ask still before they move: the caret of a field blinks, and the buttons of the file dialog
// light up and fade. Not on macOS, where the toolkit takes the settings for its own type when the system changes its look.
func (p *program) reduceMotion() {
	if runtime.GOOS != "darwin" {
		fyne.SetCurrentApp(calmApp{p.app, p.still})
	}
}

// calmApp is the program as the toolkit's controls see it.
type calmApp struct {
	fyne.App
	still func() bool
}

// Settings implements [fyne.App].
func (a calmApp) Settings() fyne.Settings { return calmSettings{a.App.Settings(), a.still} }

// calmSettings are the toolkit's, with animations where things may move.
type calmSettings struct {
	fyne.Settings
	still func() bool
}

// ShowAnimations implements [fyne.Settings].
func (s calmSettings) ShowAnimations() bool { return !s.still() }
