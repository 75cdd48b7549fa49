package app

import (
	"cmp"
	"context"
	"os"

	"viviscope/gui/action"
	"viviscope/gui/backend"
	"viviscope/gui/desktop"
)

// thisComputer provides the settings of the program on this computer. It implements [settings.Program].
type thisComputer struct {
	*backend.ProxySettings
	program *program
}

// Tray reports whether closing the window leaves the program in the tray.
func (c thisComputer) Tray() bool { return c.program.device.get().Tray }

// SetTray changes that and stores it. Off the window's goroutine. It returns errNoTray if there is no tray.
func (c thisComputer) SetTray(ctx context.Context, on bool) error {
	if on && !desktop.HasTray(ctx) {
		return errNoTray
	}
	if err := c.program.device.change(func(m *deviceValues) { m.Tray = on }); err != nil {
		return err
	}
	c.program.shell.Post(func() { c.program.useTray(on) })
	return nil
}

func (c thisComputer) Version() string { return c.program.options.About.Version }

func (c thisComputer) Playback() string { return c.program.playback() }

func (c thisComputer) Actions() []action.Action { return c.program.programActions() }

func (c thisComputer) Language() string { return c.program.device.get().Language }

func (thisComputer) SystemLanguage() string { return systemLanguage() }

func (c thisComputer) SetLanguage(tag string) { c.program.chooseLanguage(tag) }

func (c thisComputer) MissingFont(tag string) string { return c.program.missingFonts[tag] }

func (c thisComputer) Restart() { c.program.restart() }

// Executable returns the file that starts the program. For an AppImage it is the image, because the path inside changes
// with each start.
func (thisComputer) Executable() string {
	self, err := os.Executable()
	if err != nil {
		self = "viviscope"
	}
	return cmp.Or(os.Getenv("APPIMAGE"), self)
}
