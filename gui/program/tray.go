package program

import (
	"context"
	"errors"

	"fyne.io/fyne/v2/data/binding"

	"viviscope/gui"
	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/gui/systemtray"
)

// thisComputer is what Settings can set of the program on this computer.
type thisComputer struct {
	*wayOut
	program *program
}

// Tray reports whether closing the window leaves the program in the tray.
func (c thisComputer) Tray() bool { return c.program.device.get().Tray }

// SetTray changes that and keeps it. Off the window's goroutine. The error says where there is no tray.
func (c thisComputer) SetTray(ctx context.Context, on bool) error {
	if on && !trayHere(ctx) {
		return errors.New(lang.L("this desktop shows no tray, so a closed window could not be brought back from there")) // Settings shows it
	}
	if err := c.program.device.change(func(m *deviceValues) { m.Tray = on }); err != nil {
		return err
	}
	c.program.shell.Post(func() { c.program.useTray(on) })
	return nil
}

// The lines of the tray's menu that change.
const (
	trayRunning = 0
	trayPause   = 2
)

// trayItems are the menu of the icon, which stays when a library is closed and another one opened.
func (p *program) trayItems() []systemtray.Item {
	return []systemtray.Item{
		{Word: lang.L("Nothing is running")},
		{},
		{Word: lang.L("Pause sending"), Box: true, Do: func() {
			if p.state.Load() == running {
				p.shell.TogglePause()
			}
		}},
		{Word: lang.L("Show the window"), Do: p.bringToFront},
		{},
		{Word: lang.L("Quit"), Do: p.quitFromTray},
	}
}

// quitFromTray ends the program. What it may have to ask is asked in the window.
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

// Version is that of the program.
func (c thisComputer) Version() string { return c.program.options.About.Version }

// Playback says what makes the posters of clips on this computer. It may take a moment: off the window's goroutine.
func (c thisComputer) Playback() string { return c.program.playback() }

// Actions are those that Settings has buttons for.
func (c thisComputer) Actions() []action.Action { return c.program.programActions() }

// Language is the one that was chosen; "": as the system.
func (c thisComputer) Language() string { return c.program.device.get().Language }

// SystemLanguage is the language of the window that suits the system.
func (thisComputer) SystemLanguage() string { return systemLanguage() }

// SetLanguage keeps a choice of language for the next start.
func (c thisComputer) SetLanguage(tag string) { c.program.chooseLanguage(tag) }

// MissingFont says what to do where the system has no letters for a language; "": it has them.
func (c thisComputer) MissingFont(tag string) string { return c.program.missingFonts[tag] }

// Restart starts the program anew, where it asks first about what that would lose.
func (c thisComputer) Restart() { c.program.restart() }

// startTray puts the program into the tray again where it was asked to be. A desktop that shows none today changes nothing of
// the choice: closing the window ends the program as long as that is so. Off the window's goroutine.
func (p *program) startTray(ctx context.Context) {
	on := p.device.get().Tray
	if on && !trayHere(ctx) {
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
	p.window.SetCloseIntercept(func() {
		p.hidden = true
		p.shell.Hide()
		p.wentToTray()
	})
}

// wentToTray says, the first time ever, where the program went. Window's goroutine.
func (p *program) wentToTray() {
	if p.device.get().TrayTold {
		return
	}
	title := lang.L("%s goes on in the tray", gui.Title)
	text := lang.L("Jobs are watched and saved as before. Quit it there, or in the menu of its window.")
	p.shell.Go(func(ctx context.Context) {
		if err := p.device.change(func(m *deviceValues) { m.TrayTold = true }); err != nil {
			p.options.Log.Warn("remember what was said", "err", err)
		}
		p.notify(ctx, title, text, nil, func() {})
	})
}
