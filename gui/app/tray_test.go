package app

import (
	"context"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/jobs"
	"viviscope/gui/action"
	"viviscope/gui/backend"
	"viviscope/gui/desktop"
	"viviscope/gui/shell"
)

// leaving is an app that knows how often it was ended.
type leaving struct {
	fyne.App
	quit int
}

func (a *leaving) Quit() { a.quit++ }

func TestAQuitIsWatchedWhoeverAskedForIt(t *testing.T) {
	app, asked := &leaving{}, make(chan struct{})
	p := &program{app: endingApp{app, func() { close(asked) }}}
	p.quit()
	ended := make(chan struct{})
	close(ended)
	p.endWith(t.Context(), asked, ended)
	if app.quit != 1 || p.state.Load() != ending {
		t.Errorf("ended %d times, state %d", app.quit, p.state.Load())
	}
	select {
	case <-asked:
	default:
		t.Error("nobody watches that the window ends")
	}
}

// calling is an engine with calls that wait for a picture.
type calling struct {
	idle
	calls int
}

func (c *calling) OpenPictureCalls() int { return c.calls }

func (p *program) choose(word string) {
	items := p.trayItems()
	items[slices.IndexFunc(items, func(i desktop.TrayItem) bool { return i.Label == word })].OnSelect()
}

// blank is a place that shows nothing.
type blank struct{ content fyne.CanvasObject }

func (b blank) Content() fyne.CanvasObject { return b.content }
func (blank) Update(context.Context)       {}
func (blank) Handle(jobs.Event)            {}

func blankPlaces() (all shell.Places) {
	for p := range all {
		all[p] = blank{container.NewStack()}
	}
	return all
}

// shellOf is a window whose posts run at once.
func shellOf(t *testing.T, p *program, engine shell.Engine, screens shell.Screens) *shell.Shell {
	t.Helper()
	s := shell.New(shell.Deps{App: p.app, Window: p.window, Library: p.Library, Engine: engine,
		Program: posting{aroundWindow{p}, func(f func()) { f() }},
		Screens: func(*shell.Shell) shell.Screens { return screens }, Log: quiet(), Now: time.Now, Sleep: shell.Sleep})
	t.Cleanup(s.End) // what it keeps of the person is on the disk
	return s
}

// hiding is a window that knows whether it is shown, and what closing it does.
type hiding struct {
	fyne.Window
	shown bool
	shut  func()
}

func (w *hiding) Show()                      { w.shown = true }
func (w *hiding) Hide()                      { w.shown = false }
func (w *hiding) SetCloseIntercept(f func()) { w.shut = f }

// A window that went to the tray comes back from there, and closing it ends the program again where the tray is not
// wanted any more.
func TestAWindowComesBackFromTheTray(t *testing.T) {
	p := startOn(t, t.TempDir())
	app, w := &leaving{App: p.app}, &hiding{Window: p.window, shown: true}
	p.app, p.window, p.Backend = app, w, &backend.Backend{Library: newLibrary(t)}
	if err := p.device.change(func(m *deviceValues) { m.TrayTold = true }); err != nil {
		t.Fatal(err)
	}
	p.shell = shellOf(t, p, &calling{}, shell.Screens{Places: blankPlaces(), Actions: func() []action.Action {
		return nil
	}})
	p.enter(running)
	p.hideInTray()
	if w.shown || !p.hidden || app.quit != 0 {
		t.Errorf("closed: shown %v, hidden %v, ended %d times", w.shown, p.hidden, app.quit)
	}
	p.choose("Show the window")
	if !w.shown || p.hidden {
		t.Errorf("asked for: shown %v, hidden %v", w.shown, p.hidden)
	}
	p.useTray(false)
	w.shut()
	if app.quit != 1 {
		t.Error("closing does not end it any more")
	}
}

// What quitting asks is asked in a window that can be seen, and without a library there is nothing to ask.
func TestQuittingFromTheTrayAsksInTheWindow(t *testing.T) {
	p, engine := startOn(t, t.TempDir()), &calling{calls: 1}
	app := &leaving{App: p.app}
	p.app, p.Backend = app, &backend.Backend{Library: newLibrary(t)}
	p.shell = shellOf(t, p, engine, shell.Screens{Places: blankPlaces(), Actions: func() []action.Action {
		return nil
	}})
	p.enter(running)
	p.hidden = true
	p.choose("Quit")
	if asks := p.window.Canvas().Overlays().Top() != nil; p.hidden || !asks || app.quit != 0 {
		t.Errorf("hidden %v, asks %v, ended %d times", p.hidden, asks, app.quit)
	}
	engine.calls = 0
	p.choose("Quit")
	if app.quit != 1 {
		t.Error("it does not end")
	}
	p.enter(recovering)
	engine.calls = 1
	p.choose("Pause sending")
	p.choose("Quit")
	if app.quit != 2 {
		t.Error("it does not end without a library")
	}
}
