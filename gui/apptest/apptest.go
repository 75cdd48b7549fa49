// Package apptest provides Fyne apps, event queues, a D-Bus portal and canvas queries for GUI tests. The app has no
// screen and no system fonts, so pictures look the same on every computer. Start with [New] or, for tests that depend
// on the order of queued functions, [NewQueueApp].
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

// Fyne and package fonts list the system fonts once per process. This call makes the listing fail, so that there are
// none. On Linux, where golden pictures are compared, it fails before it reads a file if the cache folder is not an
// absolute path.
func init() {
	const folder = "XDG_CACHE_HOME"
	before, set := os.LookupEnv(folder)
	os.Setenv(folder, "none")
	_, _ = fontscan.SystemFonts(nil, "")
	os.Unsetenv(folder)
	if set {
		os.Setenv(folder, before)
	}
}

// New returns the current app if it has this look, and a new app otherwise. At the end of the test it closes the
// windows that the test opened and clears the clipboard. Apps are shared because each new app, and each change of the
// look, clears the font and text-size caches of the process. Refilling these in each test took longer than the tests.
// Other changes to the app (lifecycle, preferences) would leak into later tests; use test.NewTempApp for these.
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

// HoldModifiers makes the driver report these modifier keys as pressed until release is called.
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

// AdvancingClock returns a clock for [kit.SheetClock] that advances by one minute per reading. No click in a sheet is
// then rejected as too early.
func AdvancingClock() func() time.Time {
	var readings atomic.Int64
	return func() time.Time { return time.Unix(0, 0).Add(time.Duration(readings.Add(1)) * time.Minute) }
}
