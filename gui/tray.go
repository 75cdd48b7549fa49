package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/gui/lang"
	"viviscope/resources"
)

// tray is the program's icon among those of the system, with what goes on and what can be done about it. Fyne can put an icon
// there but not take it away again: it stays until the program ends.
type tray struct {
	shell *Shell

	menu           *fyne.Menu
	running, pause *fyne.MenuItem
	hidden         func() // told whenever the window went there; may be nil
}

// KeepInTray decides whether closing the window leaves the program in the tray. hidden is told whenever that happened; it may be
// nil. It returns false where the toolkit has no tray here. Whether the desktop shows one is for the caller to know. Window's
// goroutine.
func (s *Shell) KeepInTray(on bool, hidden func()) bool {
	if s.tray == nil {
		if !on {
			return true
		}
		app, ok := s.app.(desktop.App)
		if !ok {
			return false
		}
		s.tray = newTray(s, app)
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

func newTray(s *Shell, app desktop.App) *tray {
	t := &tray{shell: s}
	t.running = fyne.NewMenuItem("", nil)
	t.running.Disabled = true
	t.pause = fyne.NewMenuItem(lang.L("Pause sending"), s.togglePause)
	quit := fyne.NewMenuItem(lang.L("Quit"), t.quit)
	quit.IsQuit = true // else Fyne adds one that does not ask
	t.menu = fyne.NewMenu(Title, t.running, fyne.NewMenuItemSeparator(), t.pause, fyne.NewMenuItem(lang.L("Show the window"), t.show), fyne.NewMenuItemSeparator(), quit)
	t.say()
	app.SetSystemTrayIcon(resources.AppIcon())
	app.SetSystemTrayMenu(t.menu)
	listen(s.live.Running, func(string) { t.update() })
	listen(s.live.Paused, func(bool) { t.update() })
	return t
}

// say writes into the menu what goes on, and reports whether that is new.
func (t *tray) say() (changed bool) {
	words, err := t.shell.live.Running.Get()
	if err != nil || words == "" {
		words = lang.L("Nothing is running")
	}
	paused := t.shell.paused()
	changed = t.running.Label != words || t.pause.Checked != paused
	t.running.Label, t.pause.Checked = words, paused
	return changed
}

func (t *tray) update() {
	if t.say() {
		t.menu.Refresh()
	}
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
