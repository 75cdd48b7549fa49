package app

import (
	"context"
	"image"
	"math"
	"os"
	"runtime"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver"

	"viviscope/client/guard"
	"viviscope/gui/desktop"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// applyTheme gives the window the look and the size that it had last.
func (p *program) applyTheme() {
	last := p.device.get().Frame
	p.app.Settings().SetTheme(resources.Theme(resources.ParseVariant(last.Look)))
	p.window.SetPadded(false)
	p.window.SetMaster()
	screenWidth, screenHeight, known := desktop.ScreenSize()
	wide, high := firstSize(last.Width, last.Height, screenWidth, screenHeight, known)
	p.window.Resize(fyne.NewSize(float32(wide), float32(high)))
}

// The size of the very first window, px: the size that the places were drawn for, if the screen has room for it, and
// never less than the places need.
const (
	wishedWidth, wishedHeight = 1440, 900
	plainWidth, plainHeight   = 1120, 720
	leastWidth, leastHeight   = 960, 506 // the shell's least, with the menu bar
	barsHeight                = 64       // of the desktop and of the window's own title
)

// firstSize fits the size that the window had last, 0 at the first start, to a screen in px, which may be a smaller one
// than then. An unknown screen gets a size at the first start that nearly all have room for.
func firstSize(lastWidth, lastHeight float64, screenWidth, screenHeight int, known bool) (width, height float64) {
	width, height = lastWidth, lastHeight
	if width <= 0 || height <= 0 {
		width, height = plainWidth, plainHeight
		if known {
			width, height = wishedWidth, wishedHeight
		}
	}
	if known {
		width, height = min(width, float64(screenWidth)), min(height, float64(screenHeight-barsHeight))
	}
	return max(width, leastWidth), max(height, leastHeight)
}

// fitScreen scales everything down if the screen has no room for the smallest window. Otherwise the toolkit would
// request an impossible size over and over, and show nothing. A scale set by the user has priority.
func fitScreen() {
	const scaleVariable = "FYNE_SCALE" // read by the toolkit when its window is made
	width, height, known := desktop.ScreenSize()
	if scale := scaleFor(width, height); known && scale < 1 && os.Getenv(scaleVariable) == "" {
		_ = os.Setenv(scaleVariable, strconv.FormatFloat(scale, 'f', 1, 64)) // the name is a valid one
	}
}

// scaleFor returns the factor by which everything is made smaller on a screen of this size in px. It is 1 if the
// smallest window fits, and never less than 0.5, which is the limit of readability. The toolkit supports tenths.
func scaleFor(screenWidth, screenHeight int) float64 {
	fits := min(float64(screenWidth)/leastWidth, float64(screenHeight-barsHeight)/leastHeight)
	return min(1, max(0.5, math.Floor(10*fits)/10))
}

// rememberFrame stores the window's size and look for the first frame of the next start. It waits for the disk.
func (p *program) rememberFrame() {
	size, look := p.window.Canvas().Size(), p.shell.Look().String()
	err := p.device.change(func(m *deviceValues) {
		m.Frame = lastFrame{float64(size.Width), float64(size.Height), look}
	})
	if err != nil {
		p.options.Log.Warn("remember the window", "err", err)
	}
}

// holdStill disables the toolkit's own animations: the caret of a field, and the hover effects of the file dialog. A
// fading caret redraws the whole window twelve times a second while a field has the focus. Without a graphics card that
// takes a quarter of a core. It does nothing on macOS, where the toolkit casts the settings to its own type when the
// system theme changes.
func (p *program) holdStill() {
	if runtime.GOOS != "darwin" {
		fyne.SetCurrentApp(stillApp{p.app})
	}
}

// bringToFront raises the window, also if it is minimised or hidden. Window's goroutine.
func (p *program) bringToFront() {
	if p.hidden {
		p.hidden = false
		p.window.Show()
	}
	handle := p.handle()
	if runtime.GOOS == "windows" { // its windows take orders on their own goroutine
		p.raise(handle)
		p.window.RequestFocus()
		return
	}
	p.window.RequestFocus()
	guard.Go("raise window", func() { p.raise(handle) }) // asks the X server, which the window must not wait for
}

// handle returns the system's handle of the window, 0 if it has none, as on Wayland. Window's goroutine.
func (p *program) handle() (handle uintptr) {
	if native, ok := p.window.(driver.NativeWindow); ok {
		native.RunNative(func(context any) {
			switch at := context.(type) {
			case driver.X11WindowContext:
				handle = at.WindowHandle
			case driver.WindowsWindowContext:
				handle = at.HWND
			case driver.MacWindowContext:
				handle = at.NSWindow
			}
		})
	}
	return handle
}

func (p *program) raise(handle uintptr) {
	if err := desktop.Raise(handle); err != nil {
		p.options.Log.Warn("bring the window to the front", "err", err)
	}
}

// errNoTray is the error for a desktop that shows no tray.
var errNoTray = wording.MarkedError(lang.Mark("this desktop has no tray, so a closed window could not be reopened"))

// notify shows a desktop notification; a click on it raises the window. Off the window's goroutine.
func (p *program) notify(ctx context.Context, title, text string, picture image.Image, clicked func()) {
	err := p.notes.Send(ctx, desktop.Note{Title: title, Text: text, Picture: picture, Button: lang.X("verb", "Show"),
		Activate: func() {
			p.post(func() {
				p.bringToFront()
				clicked()
			})
		}})
	if err != nil { // the window shows the same
		p.options.Log.Debug("the desktop takes no notification", "err", err)
	}
}
