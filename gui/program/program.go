package program

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"github.com/adrg/xdg"

	"viviscope/client/jobs"
	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/gui"
	"viviscope/gui/media"
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
	SandboxSeconds float64
	Log            *slog.Logger
}

// preferenceFolder is the preference that remembers the library's folder; it holds no secret.
const preferenceFolder = "library.folder"

// program is what one run holds open.
type program struct {
	options  Options
	started  time.Time
	app      fyne.App
	window   fyne.Window
	early    *earlyKeys
	opening  sync.WaitGroup // ends when the library is open, or cannot be opened
	failure  error          // why the program did not start
	lib      *db.Library
	keys     *keyring
	box      *sandboxHost
	engine   *jobs.Engine
	profiles *profiles
	decoder  *media.Decoder
	thumbs   *media.Thumbs
	shell    *gui.Shell
	places   *places
}

// Run shows the window, opens the library behind it and runs until a person quits or ctx ends. What keeps the program from
// starting is shown in the window and also returned.
func Run(ctx context.Context, o Options) error {
	if err := checkDisplay(os.Getenv, runtime.GOOS); err != nil {
		return err
	}
	app.SetMetadata(fyne.AppMetadata{ID: o.About.ID, Name: o.About.Name, Version: o.About.Version, Build: o.About.Build})
	a := app.NewWithID(o.About.ID)
	p := &program{options: o, started: time.Now(), app: a, window: a.NewWindow(gui.Title)}
	p.dress()
	p.window.SetContent(newFirstFrame(func() { p.opening.Go(func() { p.load(ctx) }) }))
	p.early = catchEarlyKeys(p.window.Canvas())
	go func() {
		<-ctx.Done()
		fyne.Do(a.Quit)
	}()
	p.window.ShowAndRun()
	p.opening.Wait()
	return errors.Join(p.failure, p.close())
}

// load opens the library off the window's goroutine, and hands over to it.
func (p *program) load(ctx context.Context) {
	dir := p.options.LibraryDir
	if dir == "" {
		dir = p.app.Preferences().StringWithFallback(preferenceFolder, defaultLibrary())
	}
	lib, err := db.Open(ctx, dir, db.Options{Log: p.options.Log})
	if err != nil {
		p.fail(dir, fmt.Errorf("open library %s: %w", dir, err))
		return
	}
	p.lib = lib
	front, welcome, err := p.prepare(ctx)
	if err != nil {
		p.fail(dir, err)
		return
	}
	fyne.Do(func() { p.assemble(front, welcome) })
}

// fail shows in the window what keeps the program from starting, and keeps it for Run.
func (p *program) fail(dir string, err error) {
	p.failure = err
	fyne.Do(func() { showProblem(p.app, p.window, dir, err) })
}

// prepare makes what works behind the window; nothing runs yet. Off the window's goroutine.
func (p *program) prepare(ctx context.Context) (front int64, welcome bool, err error) {
	log := p.options.Log
	p.box = newSandboxHost(p.lib.Dir(), p.options.SandboxSeconds, log.With("component", "sandbox"))
	p.keys = &keyring{keychain: keys.NewKeychain(), session: keys.NewSession(), sandbox: p.box.key}
	if p.engine, err = jobs.New(jobs.Options{Library: p.lib, Keys: p.keys, Log: log}); err != nil {
		return 0, false, fmt.Errorf("make the pool of jobs: %w", err)
	}
	p.profiles = &profiles{lib: p.lib, keys: p.keys, box: p.box, engine: p.engine, now: time.Now}
	p.decoder = media.NewDecoder(log)
	p.thumbs = media.New(media.Options{Files: p.lib, Post: fyne.Do, Log: log, Posters: p.decoder})
	return p.front(ctx)
}

// assemble fills the window and starts the workers. Window's goroutine.
func (p *program) assemble(front int64, welcome bool) {
	log := p.options.Log
	started := func() {}
	p.shell = gui.New(gui.Deps{
		App: p.app, Window: p.window, Library: shellLibrary{p.lib, p.profiles}, Engine: &lateEngine{p.engine, p.profiles.resumeSandbox, log},
		Screens: p.screens, KeyWords: p.keyWords, ProfileID: front,
		Post: fyne.Do, Now: time.Now, Log: log, OnStarted: func() { started() },
	})
	p.profiles.use, p.profiles.changed = p.shell.UseProfile, p.shell.RefreshAll
	if welcome {
		started = p.welcome()
	}
	p.shell.Begin()
	p.early.deliver(p.window.Canvas())
}

// front finds the profile that the program starts with; welcome is true at the first start, when there is none.
func (p *program) front(ctx context.Context) (id int64, welcome bool, err error) {
	switch {
	case p.options.BaseURL != "":
		id, err = p.profiles.fromCommandLine(ctx, p.options.BaseURL, p.options.APIKey)
		return id, false, err
	case p.options.ProfileName != "":
		profile, err := p.profiles.named(ctx, p.options.ProfileName)
		if err != nil {
			return 0, false, err
		}
		if p.options.APIKey != "" && !profile.Sandbox {
			if err := p.keys.useEnvironment(p.options.APIKey, profile); err != nil {
				return 0, false, err
			}
		}
		return profile.ID, false, nil
	}
	all, err := p.profiles.Profiles(ctx)
	if err != nil {
		return 0, false, fmt.Errorf("read profiles: %w", err)
	}
	return 0, len(all) == 0, nil
}

// keyWords says where a profile's key is, for the switch above the rail.
func (p *program) keyWords(ctx context.Context, profile db.Profile) string {
	switch p.keys.Place(ctx, profile) {
	case keys.InKeychain:
		return "key in keychain"
	case keys.InSession:
		return "key for this session"
	case keys.InEnvironment:
		return "key from environment"
	case keys.OfTheSandbox:
		return "free, built in"
	}
	return "no key yet"
}

// close takes everything down in the reverse order. The shell has stopped the pool of jobs by now.
func (p *program) close() error {
	if p.shell == nil { // it ended before the window was filled
		if p.thumbs != nil {
			p.thumbs.Close()
		}
		if p.lib == nil {
			return nil
		}
		return p.lib.Close()
	}
	p.remember()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	err := p.places.composer.Flush(ctx)
	p.places.gallery.Close()
	p.thumbs.Close()
	return errors.Join(err, p.decoder.Close(), p.box.close(), p.lib.Close())
}

// lateEngine starts the pool once the sandbox is served, so that the sandbox's jobs find it.
type lateEngine struct {
	*jobs.Engine
	before func(context.Context) error
	log    *slog.Logger
}

// Start serves the sandbox where the library uses it and then starts the pool. A sandbox that does not start stops nobody else's jobs.
func (e *lateEngine) Start(ctx context.Context) error {
	if err := e.before(ctx); err != nil {
		e.log.Error("the sandbox did not start", "err", err)
	}
	return e.Engine.Start(ctx)
}

func defaultLibrary() string {
	pictures := xdg.UserDirs.Pictures
	if pictures == "" {
		pictures = filepath.Join(xdg.Home, "Pictures")
	}
	return filepath.Join(pictures, "Viviscope")
}

// checkDisplay answers in words where the toolkit would panic.
func checkDisplay(getenv func(string) string, system string) error {
	if system != "linux" && system != "freebsd" && system != "openbsd" && system != "netbsd" {
		return nil
	}
	if getenv("DISPLAY") == "" && getenv("WAYLAND_DISPLAY") == "" {
		return errors.New("there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set. Start it in a desktop session; `viviscope sandbox` needs none")
	}
	return nil
}
