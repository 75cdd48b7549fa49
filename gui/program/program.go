package program

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
	"github.com/adrg/xdg"

	"viviscope/client/jobs"
	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/gui"
	"viviscope/gui/journal"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/gui/notify"
	"viviscope/gui/price"
	"viviscope/gui/systemtray"
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
	Open           []string         // files and folders to open, absolute: see Paths
	Journal        *journal.Journal // nil: there is no log file and no crash report
	Language       string           // BCP 47 tag; "": the one chosen in Settings, else the system's
}

// preferenceFolder is the preference in which earlier versions kept the library's folder.
const preferenceFolder = "library.folder"

// program is what one run holds open. What belongs to the library is made anew with each one that is opened.
type program struct {
	options       Options
	started       time.Time
	app           fyne.App
	window        fyne.Window
	early         *earlyKeys
	state         atomic.Int32     // what the run does: see enter
	life          context.Context  // ends when the window has closed
	opening       sync.WaitGroup   // ends when the library is open, or cannot be opened, and when work on a closed one has ended
	failure       error            // why the program did not start
	again         bool             // it is to be started anew once it has ended
	session       *keys.Session    // keys for this run, kept while a library is closed
	icon          *systemtray.Icon // shown where closing the window leaves the program running
	hidden        bool             // closing the window left it there
	device        *deviceSettings
	readOnly      bool              // the library is to be looked at only; set while none is open
	startupNotice func()            // what the window says once it is filled; nil: nothing
	waiting       []string          // what the program was given to open before it could
	welcoming     bool              // the first start is not over: nothing is opened before
	unread        string            // the tag of the language that English stands in for; "": none
	missingFonts  map[string]string // by the tag of a language: what helps where the computer has no font for it; nil: not looked yet
	undrop        func()            // ends the drops from other programs; nil: there are none

	closers  []func() error // give back what the library holds, the last first
	lib      *db.Library
	keys     *keyring
	notes    *notify.Notifier
	way      *wayOut // which way requests leave
	box      *sandboxHost
	engine   *jobs.Engine
	profiles *profiles
	decoder  *media.Decoder
	thumbs   *media.Thumbs
	shell    *gui.Shell
	places   *places
	sender   *price.Sender
}

// prepare makes what works behind the window; nothing runs yet. Off the window's goroutine.
func (p *program) prepare(ctx context.Context) (front int64, welcome bool, err error) {
	log := p.options.Log
	p.box = newSandboxHost(p.lib.Dir(), p.options.SandboxSeconds, log.With("component", "sandbox"))
	p.keys = &keyring{keychain: keys.NewKeychain(), session: p.session, file: keys.NewFile(keyFolder()), sandbox: p.box.key}
	p.notes = notify.New(p.options.About.Name, p.options.About.ID)
	p.onClose(p.notes.Close)
	p.onClose(p.box.close)
	p.way = newWayOut(p.keys, p.device)
	p.box.proxy = p.way.route.Proxy
	at := hosts{keys: p.keys, proxy: p.way.route.Proxy, log: log.With("component", "hosting")}
	if p.engine, err = jobs.New(jobs.Options{Library: p.lib, Keys: p.keys, Hosts: at, Connect: p.way.connect, Log: log, Usual: p.box.takes}); err != nil {
		return 0, false, fmt.Errorf("make the pool of jobs: %w", err)
	}
	p.profiles = &profiles{lib: p.lib, keys: p.keys, box: p.box, hosts: at, engine: p.engine, now: time.Now, proxy: p.way.route.Proxy}
	p.decoder = media.NewDecoder(log)
	p.onClose(p.decoder.Close)
	p.thumbs = media.New(media.Options{Files: p.lib, Post: p.post, Log: log, Posters: p.decoder})
	p.onClose(func() error { p.thumbs.Close(); return nil })
	return p.front(ctx)
}

// assemble fills the window and starts the workers. Window's goroutine.
func (p *program) assemble(kept gui.Kept, front int64, welcome bool) {
	p.shell = gui.New(gui.Deps{
		App: p.app, Window: p.window, Library: shellLibrary{p.lib, p.profiles}, Engine: startupEngine{p.engine, p}, Program: aroundWindow{p},
		Screens: p.screens, Kept: kept, Profile: front, Personal: p.device.get().Personal, ReadOnly: p.readOnly,
		Log: p.options.Log, Now: time.Now, Sleep: gui.Sleep,
	})
	p.enter(running)
	p.sayUnread()
	p.profiles.use, p.profiles.changed = p.shell.UseProfile, p.shell.RefreshAll
	p.watchDownloads()
	unwatch := p.watchForViewer(p.shell)
	p.onClose(func() error { unwatch(); return p.flush() })
	p.shell.Begin()
	if p.welcoming = welcome; welcome {
		p.welcome()
	}
	p.takeDrops()
	if p.startupNotice != nil {
		p.startupNotice()
		p.startupNotice = nil
	}
	p.openGiven(p.options.Open)
	p.options.Open = nil
	if !welcome {
		p.openWaiting()
	}
	p.early.deliver(p.window.Canvas())
	if !p.readOnly {
		p.shell.Go(p.finishMove)
		p.shell.Go(p.keepHouse)
	}
	p.shell.Go(p.lookForLetters)
	p.shell.Go(p.tellCrashes)
	p.shell.Go(p.startTray)
}

// stopPatience is how long the workers may take to stop where the shell could not tell them.
const stopPatience = 5 * time.Second

// flush stops the workers and keeps what was typed and drawn. The shell stops them when the toolkit tells it of the end, which Fyne 2.8 loses
// now and then; stopping them twice does nothing.
func (p *program) flush() error {
	ctx, cancel := context.WithTimeout(context.Background(), stopPatience)
	defer cancel()
	err := p.engine.Stop(ctx)
	if p.readOnly { // nothing that was typed can be kept
		return err
	}
	ctx = context.WithoutCancel(ctx)
	return errors.Join(err, p.places.composer.Flush(ctx), p.places.canvas.Flush(ctx))
}

// front finds the profile that the program starts with; welcome is true at the first start, when there is none.
func (p *program) front(ctx context.Context) (id int64, welcome bool, err error) {
	switch {
	case p.readOnly: // nothing can be added to it
		return 0, false, nil
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

// aroundWindow is the program as its window sees it. It implements [gui.Program].
type aroundWindow struct{ *program }

func (a aroundWindow) Post(f func()) { a.post(f) }

func (a aroundWindow) Reached(ctx context.Context, p db.Profile) error {
	return a.profiles.noteReached(ctx, p)
}

// KeepPersonal keeps what the person chose in the window: keys, text size, motion.
func (a aroundWindow) KeepPersonal(chosen json.RawMessage) error {
	return a.device.change(func(m *deviceValues) { m.Personal = chosen })
}

func (a aroundWindow) KeyWords(ctx context.Context, profile db.Profile) string {
	switch a.keys.Place(ctx, profile) {
	case keys.InKeychain:
		return lang.L("key in keychain")
	case keys.InSession:
		return lang.L("key for this session")
	case keys.InFile:
		return lang.L("key in a file")
	case keys.InEnvironment:
		return lang.L("key from environment")
	case keys.OfTheSandbox:
		return lang.L("free, built in")
	}
	return lang.L("no key yet")
}

func defaultLibrary() string {
	pictures := xdg.UserDirs.Pictures
	if pictures == "" {
		pictures = filepath.Join(xdg.Home, "Pictures")
	}
	return filepath.Join(pictures, "Viviscope")
}

// keyFolder is where keys are kept in files, for those who choose so: with the settings of this account, never in a library, which
// is copied and shared.
func keyFolder() string { return filepath.Join(xdg.ConfigHome, "viviscope", "keys") }

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
