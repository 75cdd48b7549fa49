package app

import (
	"context"

	"fyne.io/fyne/v2/data/binding"

	"viviscope/gui/desktop"
	"viviscope/gui/lang"
	"viviscope/gui/shell"
)

// trayItems are the menu of the icon, which stays when a library is closed and another one opened.
func (p *program) trayItems() []desktop.TrayItem {
	return []desktop.TrayItem{
		{Label: lang.L("Nothing is running")},
		{},
		{Label: lang.L("Pause sending"), Checkable: true, OnSelect: func() {
			if p.state.Load() == running {
				p.shell.TogglePause()
			}
		}},
		{Label: lang.L("Show the window"), OnSelect: p.bringToFront},
		{},
		{Label: lang.L("Quit"), OnSelect: p.quitFromTray},
	}
}

// quitFromTray ends the program. Questions are shown in the window.
func (p *program) quitFromTray() {
	if p.state.Load() != running {
		p.quit()
		return
	}
	if p.shell.QuitAsks() {
		p.bringToFront()
	}
	p.shell.Quit()
}

// startTray shows the tray icon if the user chose it. If the desktop shows no tray today, the choice is kept, but
// closing the window ends the program. Off the window's goroutine.
func (p *program) startTray(ctx context.Context) {
	on := p.device.get().Tray
	if on && !desktop.HasTray(ctx) {
		p.options.Log.Info("this desktop shows no tray: closing the window ends the program")
		on = false
	}
	p.shell.Post(func() {
		live := p.shell.Live()
		say := binding.NewDataListener(func() {
			words, _ := live.Running.Get() // bindings in memory do not fail
			paused, _ := live.Paused.Get()
			p.icon.Set(trayRunning, words, false)
			p.icon.Set(trayPause, lang.L("Pause sending"), paused)
		})
		live.Running.AddListener(say)
		live.Paused.AddListener(say)
		p.useTray(on)
	})
}

// useTray has closing the window leave the program in the tray, or end it. Window's goroutine.
func (p *program) useTray(on bool) {
	if !on {
		p.window.SetCloseIntercept(p.shell.Quit)
		return
	}
	p.icon.Show()
	p.window.SetCloseIntercept(p.hideInTray)
}

func (p *program) hideInTray() {
	p.hidden = true
	p.shell.Hide()
	p.wentToTray()
}

// wentToTray shows the user, the first time only, that the program keeps running in the tray. Window's goroutine.
func (p *program) wentToTray() {
	if p.device.get().TrayTold {
		return
	}
	title := lang.L("%s keeps running in the tray", shell.Title)
	text := lang.L("Jobs are still watched and saved. Quit from the tray or the window’s menu.")
	p.shell.Go(func(ctx context.Context) {
		if err := p.device.change(func(m *deviceValues) { m.TrayTold = true }); err != nil {
			p.options.Log.Warn("remember what was said", "err", err)
		}
		p.notify(ctx, title, text, nil, func() {})
	})
}

// The lines of the tray's menu that change.
const (
	trayRunning = 0
	trayPause   = 2
)
