package app

import (
	"cmp"
	"context"
	"image"
	"math"
	"os"
	"runtime"
	"strconv"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/data/binding"
	"fyne.io/fyne/v2/driver"

	"viviscope/client/guard"
	"viviscope/client/instance"
	"viviscope/gui/action"
	"viviscope/gui/backend"
	"viviscope/gui/desktop"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/shell"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// lastFrame is what the window was like last: what the first frame needs before the library is open.
type lastFrame struct {
	Width  float64 `json:"width,omitempty"` // px
	Height float64 `json:"height,omitempty"`
	Look   string  `json:"look,omitempty"`
}

// newFirstFrame is what the window shows at once: its ground, while the library is opened behind it. painted is called once,
// when the toolkit paints it for the first time, so that nothing stands between the start and the first frame.
func newFirstFrame(painted func()) fyne.CanvasObject {
	var once sync.Once
	probe := canvas.NewRaster(func(int, int) image.Image {
		once.Do(painted)
		return image.NewNRGBA(image.Rect(0, 0, 1, 1))
	})
	return container.NewStack(kit.NewGround(resources.BgWindow), probe)
}

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

// The size of the first window ever, px: what the places were drawn for, where the screen has room for it, and never less than
// the places need.
const (
	wishedWidth, wishedHeight = 1440, 900
	plainWidth, plainHeight   = 1120, 720
	leastWidth, leastHeight   = 960, 506 // the shell's least, with the menu bar
	barsHeight                = 64       // of the desktop and of the window's own title
)

// firstSize fits the size that the window had last, 0 at the first start, to a screen in px, which may be a smaller one than then. An
// unknown screen gets a size at the first start that nearly all have room for.
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

// fitScreen makes everything smaller where the screen has no room for the smallest window: the toolkit would ask for
// one that no system gives it, over and over, and show nothing. A scale that the user set counts more.
func fitScreen() {
	const scaleVariable = "FYNE_SCALE" // read by the toolkit when its window is made
	width, height, known := desktop.ScreenSize()
	if scale := scaleFor(width, height); known && scale < 1 && os.Getenv(scaleVariable) == "" {
		_ = os.Setenv(scaleVariable, strconv.FormatFloat(scale, 'f', 1, 64)) // the name is a valid one
	}
}

// scaleFor returns by how much everything is made smaller on a screen in px: 1 where the smallest window has room,
// and never less than a half, because nobody could read it. The toolkit knows tenths.
func scaleFor(screenWidth, screenHeight int) float64 {
	fits := min(float64(screenWidth)/leastWidth, float64(screenHeight-barsHeight)/leastHeight)
	return min(1, max(0.5, math.Floor(10*fits)/10))
}

// rememberFrame keeps what the window is like for the first frame of the next start. It waits for the disk.
func (p *program) rememberFrame() {
	size, look := p.window.Canvas().Size(), p.shell.Look().String()
	err := p.device.change(func(m *deviceValues) { m.Frame = lastFrame{float64(size.Width), float64(size.Height), look} })
	if err != nil {
		p.options.Log.Warn("remember the window", "err", err)
	}
}

// earlyKeys keeps what a person types between the first frame and the form, a fifth of a second later.
type earlyKeys struct{ runes []rune }

func catchEarlyKeys(c fyne.Canvas) *earlyKeys {
	k := &earlyKeys{}
	c.SetOnTypedRune(func(r rune) { k.runes = append(k.runes, r) })
	return k
}

// deliver types what was kept into the control that has the focus now. The window listens for itself by then.
func (k *earlyKeys) deliver(c fyne.Canvas) {
	if focused := c.Focused(); focused != nil {
		for _, r := range k.runes {
			focused.TypedRune(r)
		}
	}
	k.runes = nil
}

// holdStill keeps the toolkit's own controls from moving: the caret of a field, and the buttons of the file dialog, which light up and
// fade. A caret that fades draws the whole window twelve times a second for as long as a field has the keyboard, which without a graphics
// card takes a quarter of a core. Not on macOS, where the toolkit takes the settings for its own type when the system changes its look.
func (p *program) holdStill() {
	if runtime.GOOS != "darwin" {
		fyne.SetCurrentApp(stillApp{p.app})
	}
}

// stillApp is the program as the toolkit's controls see it.
type stillApp struct{ fyne.App }

func (a stillApp) Settings() fyne.Settings { return stillSettings{a.App.Settings()} }

type stillSettings struct{ fyne.Settings }

func (stillSettings) ShowAnimations() bool { return false }

// listenForInstances lets other starts on this library reach this window. Without it they can only say that the library is open. Off the
// window's goroutine, under the library's lock.
func (p *program) listenForInstances() {
	listener, err := instance.Listen(p.Library.Dir(), p.options.Log.With("component", "single"), p.NewServer(func(paths []string) {
		p.post(p.bringToFront)
		p.openGiven(paths)
	}).Serve)
	if err != nil {
		p.options.Log.Warn("another start cannot reach this window", "err", err)
		return
	}
	p.OnClose(listener.Close)
}

// bringToFront brings the window to the front, also from being minimised. Window's goroutine.
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

// handle is the number that the system knows the window by, 0 where it has none, as on Wayland. Window's goroutine.
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

// thisComputer is what Settings can set of the program on this computer. It implements [settings.Program].
type thisComputer struct {
	*backend.ProxySettings
	program *program
}

// Tray reports whether closing the window leaves the program in the tray.
func (c thisComputer) Tray() bool { return c.program.device.get().Tray }

// errNoTray is the error for a desktop that shows no tray.
var errNoTray = wording.MarkedError(lang.Mark("this desktop has no tray, so a closed window could not be reopened"))

// SetTray changes that and keeps it. Off the window's goroutine. The error says where there is no tray.
func (c thisComputer) SetTray(ctx context.Context, on bool) error {
	if on && !desktop.TrayHere(ctx) {
		return errNoTray
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
func (p *program) trayItems() []desktop.TrayItem {
	return []desktop.TrayItem{
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

func (c thisComputer) Version() string               { return c.program.options.About.Version }
func (c thisComputer) Playback() string              { return c.program.playback() }
func (c thisComputer) Actions() []action.Action      { return c.program.programActions() }
func (c thisComputer) Language() string              { return c.program.device.get().Language }
func (thisComputer) SystemLanguage() string          { return systemLanguage() }
func (c thisComputer) SetLanguage(tag string)        { c.program.chooseLanguage(tag) }
func (c thisComputer) MissingFont(tag string) string { return c.program.missingFonts[tag] }
func (c thisComputer) Restart()                      { c.program.restart() }

// startTray puts the program into the tray again where it was asked to be. A desktop that shows none today changes nothing of
// the choice: closing the window ends the program as long as that is so. Off the window's goroutine.
func (p *program) startTray(ctx context.Context) {
	on := p.device.get().Tray
	if on && !desktop.TrayHere(ctx) {
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

// wentToTray says, the first time ever, where the program went. Window's goroutine.
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

// Executable is the file that starts the program: of an AppImage the image, as what is in it moves with each start.
func (thisComputer) Executable() string {
	self, err := os.Executable()
	if err != nil {
		self = "viviscope"
	}
	return cmp.Or(os.Getenv("APPIMAGE"), self)
}
