package gui

import (
	"context"
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/gui/systemtray"
)

// fakeTray is an icon that shows nothing.
type fakeTray struct {
	items  []systemtray.Item
	tapped func()
}

func (f *fakeTray) Show(items []systemtray.Item, tapped func()) { f.items, f.tapped = items, tapped }

func (f *fakeTray) Shown() bool { return f.items != nil }

func (f *fakeTray) item(word string) systemtray.Item {
	at := slices.IndexFunc(f.items, func(i systemtray.Item) bool { return i.Word == word })
	if at < 0 {
		return systemtray.Item{Word: "none called " + word, Ticked: true, Do: func() {}}
	}
	return f.items[at]
}

// leaving is an app that knows how often it was ended.
type leaving struct {
	fyne.App
	quit int
}

func (a *leaving) Quit() { a.quit++ }

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

func inTray(t *testing.T) (*house, *fakeTray, *leaving, *hiding) {
	t.Helper()
	h := newHouse(t, nil)
	icon, app, w := &fakeTray{}, &leaving{App: h.app}, &hiding{Window: h.window, shown: true}
	h.deps.Tray, h.app, h.window = icon, app, w
	return h, icon, app, w
}

// Closing the window leaves the program running only where a person asked for that, and it comes back from there.
func TestClosingKeepsTheProgramInTheTray(t *testing.T) {
	h, icon, app, w := inTray(t)
	hidden := 0
	if !h.KeepInTray(false, nil) || icon.items != nil {
		t.Error("a tray that nobody asked for")
	}
	if !h.KeepInTray(true, func() { hidden++ }) || icon.items == nil {
		t.Fatal("no tray")
	}
	w.shut()
	if w.shown || hidden != 1 || app.quit != 0 || h.front.Load() {
		t.Errorf("shown %v, told %d times, ended %d times, thought in front %v", w.shown, hidden, app.quit, h.front.Load())
	}
	icon.tapped()
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
	h, icon, _, _ := inTray(t)
	h.KeepInTray(true, nil)
	if i := icon.items[0]; i.Word != "Nothing is running" || icon.item("Pause sending").Ticked {
		t.Errorf("at rest: %q", i.Word)
	}
	h.live.handle(jobs.PoolStatus{Watched: 2, Downloads: 1, Paused: true})
	h.live.flush(context.Background())
	h.run()
	if i := icon.items[0]; i.Word != "2 tasks at the service, 1 download" || !i.Disabled || !icon.item("Pause sending").Ticked {
		t.Errorf("at work: %q", i.Word)
	}
}

// What quitting asks is asked in a window that can be seen.
func TestQuittingFromTheTrayAsksInTheWindow(t *testing.T) {
	h, icon, app, w := inTray(t)
	h.KeepInTray(true, nil)
	w.shut()
	h.engine.calls = 1
	icon.item("Quit").Do()
	if !w.shown || app.quit != 0 || h.asking == nil || !h.asking.Shown() {
		t.Errorf("shown %v, ended %d times", w.shown, app.quit)
	}
	h.engine.calls = 0
	icon.item("Quit").Do()
	if app.quit != 1 {
		t.Error("it does not end")
	}
}

// An icon of the window before does nothing to that one any more, also where this one does not stay in the tray: quitting there would
// not ask for the pictures that are being made.
func TestAnIconThatIsThereFollowsTheNextWindow(t *testing.T) {
	h, icon, app, w := inTray(t)
	icon.Show([]systemtray.Item{{Word: "Quit", Do: func() { t.Error("the window before was asked") }}}, nil)
	if !h.KeepInTray(false, nil) {
		t.Fatal("there is a tray")
	}
	h.engine.calls = 1
	icon.item("Quit").Do()
	if app.quit != 0 || h.asking == nil || !h.asking.Shown() {
		t.Errorf("ended %d times, and a picture is being made", app.quit)
	}
	h.engine.calls = 0
	if w.shut(); app.quit != 1 {
		t.Error("closing does not end it")
	}
}

func TestNoTrayHere(t *testing.T) {
	if newHouse(t, nil).KeepInTray(true, nil) {
		t.Error("there is none")
	}
}
