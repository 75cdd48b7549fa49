package gui

import (
	"viviscope/gui/lang"
	"viviscope/gui/systemtray"
	"viviscope/gui/widgets"
)

// Tray is the program's icon among those of the system; *systemtray.Icon is one. It stays until the program ends.
type Tray interface {
	// Show shows the icon with these items; a later call changes them. tapped is what a click on the icon does. It returns at once.
	Show(items []systemtray.Item, tapped func())
	// Shown reports whether it was shown, which the window before this one may have done.
	Shown() bool
}

// tray is what the icon of this window says and does.
type tray struct {
	shell   *Shell
	icon    Tray
	running widgets.Binder[string]
	paused  widgets.Binder[bool]
	hidden  func() // told whenever the window went there; may be nil
}

// KeepInTray decides whether closing the window leaves the program in the tray. hidden is told whenever that happened; it may be
// nil. An icon that the window before this one left follows this window in either case: what it did to that one it would do to nothing.
// It returns false where there is no tray. Whether the desktop shows one is for the caller to know. Window's goroutine.
func (s *Shell) KeepInTray(on bool, hidden func()) bool {
	if s.tray == nil {
		if s.deps.Tray == nil || !on && !s.deps.Tray.Shown() {
			return !on
		}
		s.tray = newTray(s, s.deps.Tray)
	}
	s.tray.hidden = hidden
	s.window.SetCloseIntercept(s.Quit)
	if on {
		s.window.SetCloseIntercept(s.tray.hide)
	}
	return true
}

// ComeBack shows a window that is in the tray. Window's goroutine.
func (s *Shell) ComeBack() {
	if s.tray != nil {
		s.window.Show()
	}
}

func newTray(s *Shell, icon Tray) *tray {
	t := &tray{shell: s, icon: icon}
	t.running.Bind(s.live.Running, func(string) {}, t.say)
	t.paused.Bind(s.live.Paused, func(bool) {}, t.say)
	t.say()
	return t
}

// say shows what goes on and what can be done about it.
func (t *tray) say() {
	words, _ := t.shell.live.Running.Get() // bindings in memory do not fail
	t.icon.Show([]systemtray.Item{
		{Word: words, Disabled: true},
		{},
		{Word: lang.L("Pause sending"), Box: true, Ticked: t.shell.paused(), Do: t.shell.togglePause},
		{Word: lang.L("Show the window"), Do: t.show},
		{},
		{Word: lang.L("Quit"), Do: t.quit},
	}, t.show)
}

// hide closes the window and leaves the program running.
func (t *tray) hide() {
	t.shell.window.Hide()
	t.shell.front.Store(false)
	if t.hidden != nil {
		t.hidden()
	}
}

func (t *tray) show() {
	t.shell.window.Show()
	t.shell.window.RequestFocus()
}

// quit ends the program. What it may have to ask is asked in the window.
func (t *tray) quit() {
	if t.shell.deps.Engine.OpenPictureCalls() > 0 {
		t.show()
	}
	t.shell.Quit()
}
