package app

import (
	"context"
	"errors"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"

	"viviscope/client/automation"
	"viviscope/client/guard"
	"viviscope/client/jobs"
	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/gui/backend"
	"viviscope/gui/desktop"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/gui/shell"
	"viviscope/resources"
)

// Run shows the window, opens the library and blocks until the user quits or ctx ends. An error that prevents the start
// is shown in the window and returned. again holds the options of a restart that the user asked for, and is nil
// otherwise. The program has released everything by then.
func Run(ctx context.Context, o Options) (again *Options, err error) {
	if err := desktop.ReachDisplay(os.Getenv); err != nil {
		desktop.Alert(shell.Title, err.Error())
		return nil, err
	}
	fitScreen()
	// Most of the live heap is long-lived: pixels, fonts and the index of the library. With 30 the garbage stays below
	// a third of it, and a library of 100,000 files needs 16 MB less than with 50.
	debug.SetGCPercent(30)
	app.SetMetadata(fyne.AppMetadata{ID: o.About.ID, Name: o.About.Name, Version: o.About.Version,
		Build: o.About.Build})
	a := app.NewWithID(o.About.ID)
	keepPreferences(a)
	a.SetIcon(resources.AppIcon()) // a window takes it when it is made
	asked := make(chan struct{})
	p := &program{options: o, started: time.Now(), app: endingApp{a, sync.OnceFunc(func() { close(asked) })},
		window: a.NewWindow(shell.Title), session: keys.NewSession()}
	var closed context.CancelFunc
	p.life, closed = context.WithCancel(ctx)
	before := guard.SetReporter(p.panicked)
	defer func() { guard.SetReporter(before) }()
	p.holdStill()
	if p.device, err = openDeviceSettings(backend.DeviceFile()); err != nil {
		o.Log.Error("the settings of this computer are not known", "err", err)
	}
	p.setLanguage()
	p.icon = desktop.NewTray(shell.Title, resources.AppIcon().Content(), p.trayItems(), p.bringToFront, p.post)
	p.applyTheme()
	p.window.SetContent(newFirstFrame(func() { p.opening.Go(guard.Func("open the library", p.load)) }))
	p.early = catchEarlyKeys(p.window.Canvas())
	p.window.SetCloseIntercept(p.quit) // until the shell asks its own question
	ended := make(chan struct{})
	guard.Go("end", func() { p.endWith(ctx, asked, ended) })
	p.runWindow()
	close(ended)
	p.enter(ending)
	if p.shell != nil {
		p.shell.End()
	}
	closed()
	p.icon.Close()
	p.opening.Wait()
	if p.shell != nil {
		p.rememberFrame()
		p.leaveOff()
	}
	err = errors.Join(p.failure, p.close())
	return p.nextStart(ctx), err
}

// nextStart returns the options of the restart that the user asked for, and nil otherwise.
func (p *program) nextStart(ctx context.Context) *Options {
	if !p.again || ctx.Err() != nil {
		return nil
	}
	p.options.Language = "" // another one was chosen
	return &p.options
}

// keepPreferences stops the toolkit from writing its preferences when the program ends. They hold nothing of this
// program. The toolkit empties their file before it writes, and its watcher of that file can read it meanwhile, in this
// process or in one that starts. That logged "Preferences load error: EOF".
func keepPreferences(a fyne.App) {
	if l, ok := a.Lifecycle().(interface{ SetOnStoppedHookExecuted(f func()) }); ok {
		l.SetOnStoppedHookExecuted(nil)
	}
}

// windowFirst is the time after the start during which background work of the library waits, so that it does not slow
// the window down.
const windowFirst = 2 * time.Second

// load opens the library and passes it to the window. A failed start releases everything, so no library is open while
// the window shows why. Off the window's goroutine.
func (p *program) load() {
	dir, missing := p.folder()
	if missing {
		p.fail(dir, errMissing)
		return
	}
	p.loadFrom(dir)
}

// loadFrom is load for a folder that is known.
func (p *program) loadFrom(dir string) {
	p.enter(starting)
	p.failure = nil
	open := func() error { return p.open(dir) }
	err := guard.Do("open the library", open)
	if errors.Is(err, db.ErrLocked) {
		err = p.takeOver(dir)
	}
	if err != nil {
		if e := p.close(); e != nil {
			p.options.Log.Error("close the library", "err", e)
		}
		p.fail(dir, err)
		return
	}
	if p.options.LibraryDir == "" {
		backend.RememberFolder(dir, p.options.Log)
	}
	stored := shell.ReadStoredState(p.life, shellLibrary{p.Library, p.Profiles}, p.options.Log)
	left := p.readLeftOff()
	p.post(func() { p.assemble(stored, left) })
}

// open opens the library and makes what works behind the window; nothing runs yet. Off the window's goroutine.
func (p *program) open(dir string) error {
	log := p.options.Log
	behind, err := backend.Open(p.life, dir,
		backend.Options{Log: log, Session: p.session, Proxy: p.device, SandboxSeconds: p.options.SandboxSeconds,
			StartupDelay: windowFirst, ReadOnly: p.readOnly})
	if err != nil {
		return err
	}
	p.opened = opened{Backend: behind}
	p.listenForInstances() // closed before the library: who asks next belongs to the next holder of the lock
	p.notes = desktop.NewNotifier(p.options.About.Name, p.options.About.ID)
	p.OnClose(p.notes.Close)
	p.thumbs = media.New(media.Options{Files: p.Library, Post: p.post, Log: log, Posters: p.Decoder})
	p.OnClose(func() error { p.thumbs.Close(); return nil })
	if err := p.bindCommandLine(); err != nil {
		return err
	}
	all, err := p.Profiles.Profiles(p.life)
	p.empty = len(all) == 0
	return err
}

// assemble fills the window and starts the workers. Window's goroutine.
func (p *program) assemble(stored shell.StoredState, left leftOff) {
	front := p.named.ID
	if p.options.LastProfile {
		front = 0
	}
	p.shell = shell.New(shell.Deps{
		App: p.app, Window: p.window, Library: shellLibrary{p.Library, p.Profiles}, Engine: startupEngine{p.Engine, p},
		Program: aroundWindow{p},
		Screens: p.screens, Stored: stored, Profile: front, ReadOnly: p.readOnly,
		Log: p.options.Log, Now: time.Now, Sleep: shell.Sleep,
	})
	p.enter(running)
	p.warnOfMissingFont()
	p.OnChange(p.shell.RefreshAll)
	unwatch := p.watchEvents()
	p.OnClose(func() error { unwatch(); return p.flush() })
	p.goBack(left)
	p.shell.Begin()
	p.welcoming = p.empty && !p.readOnly
	if p.welcoming {
		p.welcome()
	}
	p.takeDrops()
	if p.startupNotice != nil {
		p.startupNotice()
		p.startupNotice = nil
	}
	p.sayOldFolder()
	p.openGiven(p.options.Open)
	p.options.Open = nil
	if !p.welcoming {
		p.openWaiting()
	}
	p.early.deliver(p.window.Canvas())
	if !p.readOnly {
		p.shell.Go(p.maintainDaily)
	}
	p.shell.Go(p.findMissingFonts)
	p.shell.Go(p.reportCrashes)
	p.shell.Go(p.startTray)
}

// bindCommandLine finds the profile that the command line names, and uses the key of the environment for it and no
// other.
func (p *program) bindCommandLine() error {
	o := p.options
	if p.readOnly || o.ProfileName+o.BaseURL == "" { // no profile can be added to a library that is read-only
		return nil
	}
	profile, err := p.Profiles.Named(p.life, o.ProfileName, o.BaseURL)
	if errors.Is(err, db.ErrNotFound) && o.LastProfile { // it was removed or renamed since
		return nil
	}
	if err == nil && o.APIKey != "" && !profile.Sandbox {
		err = p.Keys.SetEnvironmentKey(o.APIKey, profile)
	}
	p.named = profile
	return err
}

// endPatience is the timeout for ending the window. Jobs and library are closed after the window, so it is short.
const endPatience = 3 * time.Second

// endWith ends the program when ctx ends. Fyne 2.8 can wait forever for an event of its own that it dropped while
// ending: it empties its queue while another goroutine still adds to it. That can happen however the end was requested.
// After endPatience the jobs and the library are closed without it, and the process exits or is restarted: a library
// that stayed locked would block the next start.
func (p *program) endWith(ctx context.Context, asked, ended <-chan struct{}) {
	select {
	case <-ctx.Done():
		p.enter(ending)
		fyne.Do(p.app.Quit)
	case <-asked:
		p.enter(ending)
	case <-ended:
		return
	}
	patience := time.NewTimer(endPatience)
	defer patience.Stop()
	select {
	case <-ended:
	case <-patience.C:
		p.endHung(ctx)
	}
}

// endHung closes the jobs and the library, and ends or restarts the process, while the toolkit still blocks the
// goroutine of the window.
func (p *program) endHung(ctx context.Context) {
	p.opening.Wait()
	if p.shell != nil {
		p.shell.End()
	}
	err := p.close()
	p.options.Log.Warn("the toolkit did not end in time", "err", err)
	p.options.Exit(p.nextStart(ctx), err)
}

// endingApp is the app with a hook that runs when it is asked to quit.
type endingApp struct {
	fyne.App
	asked func()
}

func (a endingApp) Quit() {
	a.asked()
	a.App.Quit()
}

// startupEngine is the pool as the window starts and stops it.
type startupEngine struct {
	*jobs.Engine
	p *program
}

// Start serves the sandbox if the library uses it, so that its jobs find it, and then starts the pool. A read-only
// library has nothing to send, poll or download. If the sandbox does not start, the jobs of other profiles still run.
func (e startupEngine) Start(ctx context.Context) error {
	if e.p.readOnly {
		return nil
	}
	if err := e.p.Profiles.ResumeSandbox(ctx); err != nil {
		e.p.options.Log.Error("the sandbox did not start", "err", err)
	}
	if e.p.state.Load() != running { // the window was closed at once
		return nil
	}
	if err := e.UseLocalTimeZone(ctx); err != nil {
		e.p.options.Log.Error("limits count days by another time zone", "err", err)
	}
	return e.Engine.Start(ctx)
}

// Stop first marks the program as ending, unless another library follows. Later messages of workers then have no
// window.
func (e startupEngine) Stop(ctx context.Context) error {
	if e.p.state.Load() != recovering {
		e.p.enter(ending)
	}
	return e.Engine.Stop(ctx)
}

// shellLibrary is the library as the shell sees it, with the profiles that the user can choose.
type shellLibrary struct {
	*db.Library
	profiles *backend.Profiles
}

// Profiles returns the profiles that the user can choose.
func (l shellLibrary) Profiles(ctx context.Context) ([]db.Profile, error) {
	return l.profiles.Profiles(ctx)
}

// takeOver opens a library that is used by a command without a window. The command releases it when its pending
// requests have their answers. It returns db.ErrLocked if another program uses the library. Off the window's goroutine.
func (p *program) takeOver(dir string) error {
	for seen := time.Now(); ; {
		given := make(chan error, 1)
		guard.Go("take over the library", func() {
			given <- guard.Do("take over the library", func() error {
				return automation.AskYield(p.life, dir, p.options.About.Version)
			})
		})
		var answer error
		select {
		case answer = <-given:
		case <-time.After(sayAfter):
			p.post(func() { p.sayOne(lang.L("A command is ending its request …")) })
			answer = <-given
		}
		var window *automation.Failure
		if answer == nil {
			seen = time.Now()
		}
		err := p.open(dir)
		if !errors.Is(err, db.ErrLocked) || p.life.Err() != nil || errors.As(answer, &window) ||
			time.Since(seen) > takeMost {
			return err
		}
		select {
		case <-time.After(takePause):
		case <-p.life.Done():
		}
	}
}

const (
	takePause = 50 * time.Millisecond  // between two attempts to open a library that is in use
	takeMost  = 500 * time.Millisecond // timeout while the owner is a command that starts or ends
	sayAfter  = 300 * time.Millisecond // of waiting until the reason is shown
)
