package program

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"github.com/adrg/xdg"

	"viviscope/client/jobs"
	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/gui"
	"viviscope/gui/dnd"
	"viviscope/gui/journal"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/gui/media/player"
	"viviscope/gui/notify"
	"viviscope/gui/price"
	"viviscope/gui/single"
	"viviscope/gui/systemtray"
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
	SandboxSeconds float64
	Log            *slog.Logger
	Open           []string         // files and folders to open, absolute: see Paths
	Journal        *journal.Journal // nil: there is no log file and no crash report
	Language       string           // BCP 47 tag; "": the one chosen in Settings, else the system's
}

// preferenceFolder is the preference in which earlier versions kept the library's folder.
const preferenceFolder = "library.folder"

// program is what one run holds open.
type program struct {
	options   Options
	started   time.Time
	app       fyne.App
	window    fyne.Window
	early     *earlyKeys
	opening   sync.WaitGroup  // ends when the library is open, or cannot be opened
	failure   error           // why the program did not start
	again     bool            // it is to be started anew once it has ended
	life      context.Context // ends when the window has closed: a rebuild stops then
	over      atomic.Bool     // the program ends; set before the toolkit hears of it
	readOnly  bool            // the library is to be looked at only; guarded as stage is
	renewing  atomic.Bool     // the library is closed for a rebuild and opened again
	stage     stage           // guarded by the order of events: who opens or closes has nobody beside it
	lib       *db.Library
	session   *keys.Session    // keys for this run, kept over a rebuild
	door      *single.Listener // answers other starts on the library; nil: it could not be opened
	keys      *keyring
	notes     *notify.Notifier
	icon      *systemtray.Icon // shown where closing the window leaves the program running
	machine   *machine
	way       *wayOut // which way requests leave
	box       *sandboxHost
	engine    *jobs.Engine
	profiles  *profiles
	decoder   *media.Decoder
	thumbs    *media.Thumbs
	player    *player.Player     // plays clips in the viewer
	preview   preview            // plays clips beside the gallery
	files     *dnd.FileClipboard // nil: not made yet, or there is none
	unwatch   func()             // ends what keeps the viewer true
	shell     *gui.Shell
	places    *places
	sender    *price.Sender
	undrop    func()                            // ends the drops from other programs; nil: there are none
	waiting   []string                          // what the program was given to open before it could
	welcoming bool                              // the first start is not over: nothing is opened before
	unread    string                            // the tag of the language that English stands in for; "": none
	lacks     atomic.Pointer[map[string]string] // by the tag of a language: why its letters cannot be shown; nil: not looked yet
	greet     func()                            // what the window says once it is filled; nil: nothing
}

// stage is how far the program has come up.
type stage int

const (
	bare     stage = iota // the window, and at most the library
	prepared              // what works behind the window is made
	filled                // the window has its places, and the workers run
)

// windowFirst is the time at the start that belongs to the window: what the library does by itself waits until it is over.
const windowFirst = 2 * time.Second

// Run shows the window, opens the library behind it and runs until a person quits or ctx ends. What keeps the program from
// starting is shown in the window and also returned. again is what the program is to be started with anew, now that it has given back
// all that it held; nil: a person did not ask for that.
func Run(ctx context.Context, o Options) (again *Options, err error) {
	if err := checkDisplay(os.Getenv, runtime.GOOS); err != nil {
		return nil, err
	}
	if err := reachDisplay(os.Getenv); err != nil {
		return nil, err
	}
	debug.SetGCPercent(50) // nearly all that is in use are pixels, fonts and the index of the library: at 100 their garbage may grow as large as they are
	app.SetMetadata(fyne.AppMetadata{ID: o.About.ID, Name: o.About.Name, Version: o.About.Version, Build: o.About.Build})
	a := app.NewWithID(o.About.ID)
	a.SetIcon(resources.AppIcon()) // a window takes it when it is made
	p := &program{options: o, started: time.Now(), app: a, window: a.NewWindow(gui.Title), session: keys.NewSession()}
	var closed context.CancelFunc
	p.life, closed = context.WithCancel(ctx)
	p.calm()
	p.icon = systemtray.New(gui.Title, resources.AppIcon().Content(), p.post) // one for all windows of this run
	if p.machine, err = openMachine(machineFile()); err != nil {
		o.Log.Error("the settings of this computer are not known", "err", err)
	}
	p.speak()
	p.dress()
	p.window.SetContent(newFirstFrame(func() { p.opening.Go(func() { p.load(ctx) }) }))
	p.early = catchEarlyKeys(p.window.Canvas())
	p.window.SetCloseIntercept(func() { p.over.Store(true); a.Quit() }) // until the shell asks its own question
	ended := make(chan struct{})
	go p.endWith(ctx, ended)
	p.window.ShowAndRun()
	close(ended)
	p.over.Store(true)
	closed()
	p.icon.Close()
	p.opening.Wait()
	err = errors.Join(p.failure, p.close())
	if p.again && ctx.Err() == nil {
		again = p.nextOptions()
	}
	return again, err
}

// nextOptions are those of a start after this one: what the command line said goes on to count, but for the language, which was chosen
// since, the files, which are open, and a key that was replaced.
func (p *program) nextOptions() *Options {
	o := p.options
	o.Language, o.Open, o.APIKey = "", nil, p.keys.fromEnv
	return &o
}

// load opens the library off the window's goroutine, and hands over to it.
func (p *program) load(ctx context.Context) {
	dir := p.folder()
	lib, err := db.Open(ctx, dir, db.Options{Log: p.options.Log, Probe: jobs.Probe, Calm: windowFirst, ReadOnly: p.readOnly})
	if errors.Is(err, context.Canceled) {
		return // the program ends before it began
	}
	if err != nil {
		err = fmt.Errorf("open library %s: %w", dir, err)
		if errors.Is(err, db.ErrDamaged) {
			p.offerMending(ctx, dir, err)
			return
		}
		p.fail(dir, err)
		return
	}
	p.lib = lib
	p.openDoor()
	front, welcome, err := p.prepare(ctx)
	if err != nil {
		p.fail(dir, err)
		return
	}
	kept := gui.ReadKept(ctx, shellLibrary{p.lib, p.profiles}, p.options.Log)
	p.handOver(func() { p.assemble(kept, front, welcome) })
}

// handOver runs a function on the window's goroutine unless the program ends. Once the toolkit has stopped it would run it on
// this goroutine: workers would start that nobody stops, beside a library that is being closed.
func (p *program) handOver(f func()) {
	fyne.Do(func() {
		if !p.over.Load() {
			f()
		}
	})
}

// post runs a function on the window's goroutine, later, and drops it once the program ends.
func (p *program) post(f func()) {
	if !p.over.Load() {
		fyne.Do(f)
	}
}

// fail shows in the window what keeps the program from starting, and keeps it for Run.
func (p *program) fail(dir string, err error) {
	p.failure = err
	look := p.canLook(dir, err)
	p.handOver(func() { p.showProblem(dir, err, look) })
}

// prepare makes what works behind the window; nothing runs yet. Off the window's goroutine.
func (p *program) prepare(ctx context.Context) (front int64, welcome bool, err error) {
	log := p.options.Log
	p.box = newSandboxHost(p.lib.Dir(), p.options.SandboxSeconds, log.With("component", "sandbox"))
	p.keys = &keyring{keychain: keys.NewKeychain(), session: p.session, file: keys.NewFile(keyFolder()), sandbox: p.box.key}
	p.notes = notify.New(p.options.About.Name, p.options.About.ID, log.With("component", "notify"))
	p.way = newWayOut(p.keys, p.machine)
	p.box.proxy = p.way.route.Proxy
	at := hosts{keys: p.keys, proxy: p.way.route.Proxy, log: log.With("component", "hosting")}
	if p.engine, err = jobs.New(jobs.Options{Library: p.lib, Keys: p.keys, Hosts: at, Connect: p.way.connect, Log: log, Usual: p.box.takes}); err != nil {
		return 0, false, fmt.Errorf("make the pool of jobs: %w", err)
	}
	p.profiles = &profiles{lib: p.lib, keys: p.keys, box: p.box, hosts: at, engine: p.engine, now: time.Now, proxy: p.way.route.Proxy}
	p.decoder = media.NewDecoder(log)
	p.thumbs = media.New(media.Options{Files: p.lib, Post: p.post, Log: log, Posters: p.decoder})
	p.stage = prepared
	return p.front(ctx)
}

// assemble fills the window and starts the workers. Window's goroutine.
func (p *program) assemble(kept gui.Kept, front int64, welcome bool) {
	log := p.options.Log
	started := func() {}
	p.shell = gui.New(gui.Deps{
		App: p.app, Window: p.window, Library: shellLibrary{p.lib, p.profiles}, Engine: &lateEngine{p.engine, p.profiles.resumeSandbox, p.sayUnconfirmed, p.ending, log, p.readOnly},
		Screens: p.screens, KeyWords: p.keyWords, Kept: kept, ProfileID: front, Announce: p.announce, Reached: p.profiles.noteReached,
		Personal: p.machine.get().Personal, KeepPersonal: p.keepPersonal,
		ReadOnly: p.readOnly, Tray: p.icon, Post: p.post, Now: time.Now, Log: log, OnStarted: func() { started() },
	})
	p.stage = filled
	p.sayUnread()
	p.profiles.use, p.profiles.changed = p.shell.UseProfile, p.shell.RefreshAll
	if p.welcoming = welcome; welcome {
		started = p.welcome()
	}
	p.watchDownloads()
	p.unwatch = p.watchForViewer(p.shell)
	p.shell.Begin()
	p.takeDrops()
	if p.greet != nil {
		p.greet()
		p.greet = nil
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

// keyWords says where a profile's key is, for the switch above the rail.
func (p *program) keyWords(ctx context.Context, profile db.Profile) string {
	switch p.keys.Place(ctx, profile) {
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
