// Package app is one run of Viviscope: it opens the library, fills the window, and then, off the window's goroutine, serves the sandbox
// and starts the pool of jobs. At the end the pool stops first and the library is closed last. What keeps the library from being opened is
// shown in the window with what can be done.
//
// A command that has the library open without a window gives it up to the window. While the window has it, calls of commands and
// assistants are answered by it (package automation).
//
//	           opened                  quit, and after a question
//	starting ──────────► running ──────────────────────────────────► ending
//	  │   ▲                 │        while a picture call is open       ▲
//	  │   │ done, or        │ rebuild the database,                     │
//	  │   │ try again       │ move the library                          │
//	  ▼   │                 ▼                                           │
//	recovering ◄────────────┘                                           │
//	  └─────────────────────────────────────────────────────────────────┘
//
// recovering is one content of the window (recovery.go) for all that keeps a library from being opened, each with its ways on: another program has it
// open, its database is damaged, its folder cannot be used; and for the work on a library that was closed for it. ending is for good.
// Where a person asked for it (language.go), the program is started anew after it.
//
// screens.go makes the screens, and nav.go leads from one to another: screens do not know each other, and see library and engine
// through small interfaces of their own; what they ask of each other, of the keys and of this computer's files stands here. How a place looks and works is decided in its own package.
//
// What belongs to no place is decided here, each in a file of its own: what is set for this computer and how the library moves (device.go),
// how its database is made anew (rebuild.go), what a given file means (files.go). What works behind the window is made by package backend.
package app

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"

	"viviscope/client/guard"
	"viviscope/client/jobs"
	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/gui/backend"
	"viviscope/gui/desktop"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/gui/price"
	"viviscope/gui/shell"
	"viviscope/resources"
)

// About is what the program is called and which version it is.
type About struct {
	Name, ID, Version string
	Build             int
}

// Options are what the command line says.
type Options struct {
	About          About
	LibraryDir     string // "": the one chosen in Settings, else Viviscope in the pictures folder
	ProfileName    string
	BaseURL        string // "": no unsaved profile
	APIKey         string // for BaseURL or ProfileName; used in this run and never stored
	LastProfile    bool   // the profile that was in front last is in front at the start; BaseURL and ProfileName say only whose APIKey is
	SandboxSeconds float64
	Log            *slog.Logger
	Open           []string // files and folders to open, absolute: see Paths
	Journal        *Journal // nil: there is no log file and no crash report
	Language       string   // BCP 47 tag; "": the one chosen in Settings, else the system's
}

// program is one run.
type program struct {
	options Options
	started time.Time
	app     fyne.App
	window  fyne.Window
	early   *earlyKeys
	device  *deviceSettings
	session *keys.Session // keys for this run, kept while a library is closed
	icon    *desktop.Tray // shown where closing the window leaves the program running

	state   atomic.Int32    // what the run does: see enter
	life    context.Context // ends when the window has closed
	opening sync.WaitGroup  // ends when the library is open, or cannot be opened, and when work on a closed one has ended
	failure error           // why the program did not start
	again   bool            // it is to be started anew once it has ended

	// For the library that is opened next.
	readOnly      bool     // it is to be looked at only
	startupNotice func()   // what the window says once it is filled; nil: nothing
	waiting       []string // what the program was given to open before it could

	opened // of the library that is open, or was last

	// The window, on its goroutine. What fills it is made anew with each library.
	shell        *shell.Shell
	places       *places
	sender       *price.Sender
	undrop       func()            // ends the drops from other programs; nil: there are none
	dragged      *drag             // what is dragged inside of the window; nil: nothing
	unask        func()            // ends the question for a file; nil: none was asked
	chosenIn     string            // the folder in which a file was chosen last; "": none was
	hidden       bool              // closing the window left it in the tray
	welcoming    bool              // the first start is not over: nothing is opened before
	unsupported  script            // of the language that is shown in English instead; its tag is "": none
	missingFonts map[string]string // by the tag of a language: what helps where the computer has no font for it
}

// opened is what belongs to a library: all of it is made anew when one is opened.
type opened struct {
	*backend.Backend
	notes  noteSender
	thumbs *media.Thumbs
	named  db.Profile // the profile that the command line names; ID 0: none
	empty  bool       // there is no profile
}

// open opens the library and makes what works behind the window; nothing runs yet. Off the window's goroutine.
func (p *program) open(dir string) error {
	log := p.options.Log
	behind, err := backend.Open(p.life, dir, backend.Options{Log: log, Session: p.session, Proxy: p.device, SandboxSeconds: p.options.SandboxSeconds,
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
func (p *program) assemble(stored shell.StoredState) {
	front := p.named.ID
	if p.options.LastProfile {
		front = 0
	}
	p.shell = shell.New(shell.Deps{
		App: p.app, Window: p.window, Library: shellLibrary{p.Library, p.Profiles}, Engine: startupEngine{p.Engine, p}, Program: aroundWindow{p},
		Screens: p.screens, Stored: stored, Profile: front, ReadOnly: p.readOnly,
		Log: p.options.Log, Now: time.Now, Sleep: shell.Sleep,
	})
	p.enter(running)
	p.warnOfMissingFont()
	p.OnChange(p.shell.RefreshAll)
	unwatch := p.watchEvents()
	p.OnClose(func() error { unwatch(); return p.flush() })
	p.shell.Begin()
	if p.welcoming = p.empty && !p.readOnly; p.welcoming {
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

// stopPatience is how long the workers may take to stop where the shell could not tell them.
const stopPatience = 5 * time.Second

// flush stops the workers and keeps what was typed and drawn. The shell stops them when the toolkit tells it of the end, which Fyne 2.8
// loses now and then; stopping them twice does nothing.
func (p *program) flush() error {
	ctx, cancel := context.WithTimeout(context.Background(), stopPatience)
	defer cancel()
	err := p.Engine.Stop(ctx)
	if p.readOnly { // nothing that was typed can be kept
		return err
	}
	ctx = context.WithoutCancel(ctx)
	return errors.Join(err, p.places.composer.Flush(ctx), p.places.canvas.Flush(ctx), p.places.boards.Flush(ctx))
}

// save takes in what is being typed in all places, and returns the function that writes what is unsaved; nil: nothing
// is.
func (p *program) save() func(ctx context.Context) error {
	at := p.places
	board := at.boards.Save()
	drawn := at.canvas.Unsaved()
	if board == nil && !drawn && !at.composer.Unsaved() && !at.gallery.Unsaved() && !at.viewer.Unsaved() {
		return nil
	}
	return func(ctx context.Context) error {
		err := errors.Join(at.canvas.Flush(ctx), at.composer.Flush(ctx), at.gallery.Flush(ctx), at.viewer.Flush(ctx))
		if board != nil {
			err = errors.Join(err, board(ctx))
		}
		return err
	}
}

// bindCommandLine finds the profile that the command line names, and uses the key of the environment for it and no other.
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

// goOn makes the options those of the next start, or of the library that is opened next: what the command line said goes on to count, but
// for the files, which are open, a key that was replaced, and a profile that is not in front any more. Window's goroutine.
func (p *program) goOn() {
	p.options.Open, p.options.APIKey = nil, p.Keys.EnvironmentKey(p.named)
	front := p.shell.Profile()
	p.options.LastProfile = p.options.LastProfile || front.ID != p.named.ID
	if front.ID == p.named.ID && p.options.ProfileName != "" {
		p.options.ProfileName = front.Name // it may have another one now
	}
}

// aroundWindow is the program as its window sees it. It implements [shell.Program].
type aroundWindow struct{ *program }

func (a aroundWindow) Post(f func()) { a.post(f) }

func (a aroundWindow) Reached(ctx context.Context, p db.Profile) error {
	return a.Profiles.MarkReached(ctx, p)
}

func (a aroundWindow) Personal() shell.Personal { return a.device.get().Personal }

func (a aroundWindow) ChangePersonal(f func(*shell.Personal)) {
	a.device.apply(func(m *deviceValues) { f(&m.Personal) })
}

func (a aroundWindow) KeepPersonal() error {
	return a.device.keep(func(m *deviceValues) { m.Personal = a.Personal() })
}

func (a aroundWindow) Waiting(ctx context.Context) string {
	words, err := a.places.jobs.Forecast(ctx)
	if err != nil {
		a.options.Log.Warn("what waits cannot be read", "err", err)
	}
	return words
}

func (a aroundWindow) KeyWords(ctx context.Context, profile db.Profile) string {
	return map[keys.Place]string{
		keys.Nowhere:       lang.L("no key yet"),
		keys.InKeychain:    lang.L("key in keychain"),
		keys.InSession:     lang.L("key for this session"),
		keys.InFile:        lang.L("key in a file"),
		keys.InEnvironment: lang.L("key from environment"),
		keys.OfTheSandbox:  lang.L("play money"),
	}[a.Keys.Place(ctx, profile)]
}

// What a run does. The package comment has the drawing.
const (
	starting   int32 = iota // the library is being opened
	recovering              // no library is open: the window says why, or what is done with the one that was closed, and offers the ways on
	running                 // the window has its places, and the workers run
	ending                  // for good: nothing reaches the window any more
)

// moves are the states that follow on each; nothing leads out of the end.
var moves = map[int32][]int32{
	starting:   {running, recovering, ending},
	recovering: {starting, ending},
	running:    {recovering, ending},
}

// enter goes on to another state where that follows on the one of now. Any goroutine.
func (p *program) enter(next int32) {
	for now := p.state.Load(); slices.Contains(moves[now], next) && !p.state.CompareAndSwap(now, next); now = p.state.Load() {
	}
}

// quit ends the program. Window's goroutine.
func (p *program) quit() {
	p.enter(ending)
	p.app.Quit()
}

// Run shows the window, opens the library behind it and runs until a person quits or ctx ends. What keeps the program from
// starting is shown in the window and also returned. again is what the program is to be started with anew, now that it has given back
// all that it held; nil: a person did not ask for that.
func Run(ctx context.Context, o Options) (again *Options, err error) {
	if err := desktop.ReachDisplay(os.Getenv); err != nil {
		desktop.Alert(shell.Title, err.Error())
		return nil, err
	}
	fitScreen()
	// Nearly all that is in use are pixels, fonts and the index of the library: at 100 their garbage may grow as large as they are.
	debug.SetGCPercent(50)
	app.SetMetadata(fyne.AppMetadata{ID: o.About.ID, Name: o.About.Name, Version: o.About.Version, Build: o.About.Build})
	a := app.NewWithID(o.About.ID)
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
	closed()
	p.icon.Close()
	p.opening.Wait()
	if p.shell != nil {
		p.rememberFrame()
	}
	err = errors.Join(p.failure, p.close())
	if p.again && ctx.Err() == nil {
		p.options.Language = "" // another one was chosen
		again = &p.options
	}
	return again, err
}

// windowFirst is the time at the start that belongs to the window: what the library does by itself waits until it is over.
const windowFirst = 2 * time.Second

// load opens the library and hands over to the window. What a start that failed holds is given back: no library is open while the window
// says why. Off the window's goroutine.
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
	p.post(func() { p.assemble(stored) })
}

// close gives back all that the library holds, and the library last. Who calls it has nobody beside it.
func (p *program) close() error {
	if p.Backend == nil { // none was open yet
		return nil
	}
	return p.Backend.Close()
}

// post runs a function on the window's goroutine, later, unless the program ends before. Once the toolkit has stopped it would run it on
// this goroutine: workers would start that nobody stops, beside a library that is being closed.
func (p *program) post(f func()) {
	if p.state.Load() == ending {
		return
	}
	fyne.Do(func() {
		if p.state.Load() != ending {
			_ = guard.Run(guard.Window, f)
		}
	})
}

// endPatience is how long the window may take to end once it was told to.
const endPatience = 12 * time.Second

// endWith ends the program when ctx ends. Fyne 2.8 can wait for ever for an event of its own that it dropped while it ended, whoever told
// it to; the jobs and the library are then taken down without it, because a library that stays locked locks out the next start.
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
		p.opening.Wait()
		p.options.Log.Error("the window did not end in time", "err", p.close())
		os.Exit(1)
	}
}

// endingApp is the app, which says so where it is told to end.
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

// Start serves the sandbox where the library uses it, so that its jobs find it, and then starts the pool; a library that is read-only has
// nothing to send, ask or fetch. A sandbox that does not start stops nobody else's jobs.
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
	if err := e.CountDaysHere(ctx); err != nil {
		e.p.options.Log.Error("limits count days by another time zone", "err", err)
	}
	return e.Engine.Start(ctx)
}

// Stop tells the program first that it ends, unless it goes on with another library: what workers still have to say has no window any more.
func (e startupEngine) Stop(ctx context.Context) error {
	if e.p.state.Load() != recovering {
		e.p.enter(ending)
	}
	return e.Engine.Stop(ctx)
}

// shellLibrary is the library as the window's frame sees it: with the profiles that a person can choose.
type shellLibrary struct {
	*db.Library
	profiles *backend.Profiles
}

// Profiles lists the profiles that a person can choose.
func (l shellLibrary) Profiles(ctx context.Context) ([]db.Profile, error) {
	return l.profiles.Profiles(ctx)
}
