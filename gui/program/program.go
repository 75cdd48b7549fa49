package program

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
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

// Run opens the library and runs the window until a person quits or ctx ends. What keeps the program from starting is
// shown in a window and also returned.
func Run(ctx context.Context, o Options) error {
	if err := checkDisplay(os.Getenv, runtime.GOOS); err != nil {
		return err
	}
	app.SetMetadata(fyne.AppMetadata{ID: o.About.ID, Name: o.About.Name, Version: o.About.Version, Build: o.About.Build})
	a := app.NewWithID(o.About.ID)
	dir := o.LibraryDir
	if dir == "" {
		dir = a.Preferences().StringWithFallback(preferenceFolder, defaultLibrary())
	}
	lib, err := db.Open(ctx, dir, db.Options{Log: o.Log})
	if err != nil {
		showProblem(a, dir, err)
		return fmt.Errorf("open library %s: %w", dir, err)
	}
	p := &program{options: o, started: time.Now(), app: a, lib: lib}
	if err := p.assemble(ctx); err != nil {
		showProblem(a, dir, err)
		return errors.Join(err, lib.Close())
	}
	go func() {
		<-ctx.Done()
		fyne.Do(a.Quit)
	}()
	p.shell.Run()
	return p.close()
}

// assemble makes everything and connects it; nothing runs yet.
func (p *program) assemble(ctx context.Context) error {
	log := p.options.Log
	p.box = newSandboxHost(p.lib.Dir(), p.options.SandboxSeconds, log.With("component", "sandbox"))
	p.keys = &keyring{keychain: keys.NewKeychain(), session: keys.NewSession(), sandbox: p.box.key}
	engine, err := jobs.New(jobs.Options{Library: p.lib, Keys: p.keys, Log: log})
	if err != nil {
		return fmt.Errorf("make the pool of jobs: %w", err)
	}
	p.engine = engine
	p.profiles = &profiles{lib: p.lib, keys: p.keys, box: p.box, engine: engine, now: time.Now}
	p.decoder = media.NewDecoder(log)
	p.thumbs = media.New(media.Options{Files: p.lib, Post: fyne.Do, Log: log, Posters: p.decoder})

	front, welcome, err := p.front(ctx)
	if err != nil {
		return err
	}
	started := func() {}
	p.shell = gui.New(gui.Deps{
		App: p.app, Library: p.lib, Engine: &lateEngine{p.engine, p.profiles.resumeSandbox, log},
		Screens: p.screens, KeyWords: p.keyWords, ProfileID: front,
		Post: fyne.Do, Now: time.Now, Log: log, OnStarted: func() { started() },
	})
	p.profiles.use, p.profiles.changed = p.shell.UseProfile, p.shell.RefreshAll
	if welcome {
		started = p.welcome()
	}
	return nil
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
	all, err := p.lib.Profiles(ctx)
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
