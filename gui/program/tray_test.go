package program

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"viviscope/gui"
	"viviscope/gui/systemtray"
)

// leaving is an app that knows how often it was ended.
type leaving struct {
	fyne.App
	quit int
}

func (a *leaving) Quit() { a.quit++ }

// calling is an engine with calls that wait for a picture.
type calling struct {
	idle
	calls int
}

func (c *calling) OpenPictureCalls() int { return c.calls }

func (p *program) choose(word string) {
	items := p.trayItems()
	items[slices.IndexFunc(items, func(i systemtray.Item) bool { return i.Word == word })].Do()
}

// What quitting asks is asked in a window that can be seen, and without a library there is nothing to ask.
func TestQuittingFromTheTrayAsksInTheWindow(t *testing.T) {
	p, engine := startOn(t, t.TempDir()), &calling{calls: 1}
	app := &leaving{App: p.app}
	p.app = app
	p.shell = gui.New(gui.Deps{App: app, Library: newFixture(t, nil).lib, Engine: engine, Post: func(f func()) { f() }, Window: p.window,
		Screens: func(*gui.Shell) gui.Screens { return gui.Screens{} }})
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
