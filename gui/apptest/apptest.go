// Package apptest gives tests of the window an app without a screen and without the fonts of the computer: what is
// tested looks the same everywhere. It is for tests.
package apptest

import (
	"os"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"github.com/go-text/typesetting/fontscan"

	"viviscope/resources"
)

// The fonts of the computer are listed once in a process, for Fyne and for package fonts: where that fails, there are
// none. It fails before a file is read where the folder of its list is not an absolute path, on Linux, where pictures
// are compared.
func init() {
	const folder = "XDG_CACHE_HOME"
	before, set := os.LookupEnv(folder)
	os.Setenv(folder, "none")
	_, _ = fontscan.SystemFonts(nil, "")
	if os.Unsetenv(folder); set {
		os.Setenv(folder, before)
	}
}

// New returns the current app where it has that look already, and a new app otherwise. At the end of the test its new
// windows are closed and its clipboard is empty. Every new app, and every change of its look, forgets the typefaces and
// the measured words of the whole process; to read and measure them anew in each test took more time than the tests.
// What a test sets on the app beyond windows, clipboard and look (its lifecycle, its preferences) stays for the next:
// such a test takes test.NewTempApp.
func New(t testing.TB, look resources.Look) fyne.App {
	t.Helper()
	app := fyne.CurrentApp()
	if app == nil || app.Settings().Theme() != fyne.Theme(look) {
		app = test.NewApp()
		app.Settings().SetTheme(look)
	}
	before := slices.Clone(app.Driver().AllWindows())
	t.Cleanup(func() {
		for _, w := range slices.Clone(app.Driver().AllWindows()) {
			if !slices.Contains(before, w) {
				w.Close()
			}
		}
		app.Clipboard().SetContent("")
	})
	return app
}

// Hold holds modifier keys down, as the driver of a real window tells them, until release is called.
func HoldModifiers(held fyne.KeyModifier) (release func()) {
	app := fyne.CurrentApp()
	fyne.SetCurrentApp(modifierApp{app, held})
	return func() { fyne.SetCurrentApp(app) }
}

type modifierApp struct {
	fyne.App
	held fyne.KeyModifier
}

func (h modifierApp) Driver() fyne.Driver {
	return modifierDriver{Driver: h.App.Driver(), held: h.held}
}

type modifierDriver struct {
	fyne.Driver
	deskDriver
	held fyne.KeyModifier
}

type deskDriver interface{ desktop.Driver }

func (k modifierDriver) CurrentKeyModifiers() fyne.KeyModifier { return k.held }

// Later returns a clock that has moved on by a minute at each reading, for [kit.SheetClock]: whatever a test
// presses in a sheet, it presses late.
func AdvancingClock() func() time.Time {
	var readings atomic.Int64
	return func() time.Time { return time.Unix(0, 0).Add(time.Duration(readings.Add(1)) * time.Minute) }
}
