package gui

import (
	"context"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/client/jobs"
)

// trayApp is an app with a tray that shows nothing.
type trayApp struct {
	fyne.App
	menu *fyne.Menu
	icon fyne.Resource
	quit int
}

func (a *trayApp) SetSystemTrayMenu(m *fyne.Menu)    { a.menu = m }
func (a *trayApp) SetSystemTrayIcon(r fyne.Resource) { a.icon = r }
func (a *trayApp) SetSystemTrayWindow(fyne.Window)   {}
func (a *trayApp) Quit()                             { a.quit++ }

func (a *trayApp) item(word string) *fyne.MenuItem {
	at := slices.IndexFunc(a.menu.Items, func(i *fyne.MenuItem) bool { return i.Label == word })
	if at < 0 {
		return &fyne.MenuItem{Label: "none called " + word, Checked: true, Action: func() {}}
	}
	return a.menu.Items[at]
}

// hiding is a window that knows whether it is shown, and what closing it does.
type hiding struct {
	fyne.Window
	shown bool
	shut  func()
}

func (w *hiding) Show()                      { w.shown = true }
func (w *hiding) Hide()                      { w.shown = false }
func (w *hiding) RequestFocus()              {}
func (w *hiding) SetCloseIntercept(f func()) { w.shut = f }

func inTray(t *testing.T) (*house, *trayApp, *hiding) {
	t.Helper()
	h := newHouse(t, nil)
	app, w := &trayApp{App: h.app}, &hiding{Window: h.window, shown: true}
	h.app, h.window = app, w
	return h, app, w
}

// Closing the window leaves the program running only where a person asked for that, and it comes back from there.
func TestClosingKeepsTheProgramInTheTray(t *testing.T) {
	h, app, w := inTray(t)
	hidden := 0
	if !h.KeepInTray(false, nil) || app.menu != nil {
		t.Error("a tray that nobody asked for")
	}
	if !h.KeepInTray(true, func() { hidden++ }) || app.icon == nil {
		t.Fatal("no tray")
	}
	w.shut()
	if w.shown || hidden != 1 || app.quit != 0 || h.front.Load() {
		t.Errorf("shown %v, told %d times, ended %d times, thought in front %v", w.shown, hidden, app.quit, h.front.Load())
	}
	app.item("Show the window").Action()
	if !w.shown {
		t.Error("it does not come back")
	}
	h.KeepInTray(false, nil)
	w.shut()
	if app.quit != 1 {
		t.Error("closing does not end it any more")
	}
}

func TestTheTraySaysWhatGoesOn(t *testing.T) {
	h, app, _ := inTray(t)
	h.KeepInTray(true, nil)
	if i := app.menu.Items[0]; i.Label != "Nothing is running" || app.item("Pause sending").Checked {
		t.Errorf("at rest: %q", i.Label)
	}
	h.live.handle(jobs.PoolStatus{Watched: 2, Downloads: 1, Paused: true})
	h.live.flush(context.Background())
	h.run()
	if i := app.menu.Items[0]; i.Label != "2 tasks at the service, 1 download" || !i.Disabled || !app.item("Pause sending").Checked {
		t.Errorf("at work: %q", i.Label)
	}
}

// What quitting asks is asked in a window that can be seen.
func TestQuittingFromTheTrayAsksInTheWindow(t *testing.T) {
	h, app, w := inTray(t)
	h.KeepInTray(true, nil)
	w.shut()
	h.engine.calls = 1
	app.item("Quit").Action()
	if !w.shown || app.quit != 0 || h.asking == nil || !h.asking.Shown() {
		t.Errorf("shown %v, ended %d times", w.shown, app.quit)
	}
	h.engine.calls = 0
	app.item("Quit").Action()
	if app.quit != 1 {
		t.Error("it does not end")
	}
}

func TestNoTrayHere(t *testing.T) {
	h := newHouse(t, nil)
	h.app = struct{ fyne.App }{test.NewTempApp(t)}
	if h.KeepInTray(true, nil) {
		t.Error("there is none")
	}
}
