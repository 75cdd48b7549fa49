package program

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"

	"viviscope/client/jobs"
	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/gui"
	"viviscope/gui/systemtray"
	"viviscope/resources"
)

// What a run does. The package comment has the drawing.
const (
	starting   int32 = iota // the library is being opened
	recovering              // no library is open: the window says why, or what is done with the one that was closed, and offers the ways on
	running                 // the window has its places, and the workers run
	ending                  // for good: nothing reaches the window any more
)

// enter goes on to another state; nothing leads out of the end. Any goroutine.
func (p *program) enter(next int32) {
	for now := p.state.Load(); now != ending && !p.state.CompareAndSwap(now, next); now = p.state.Load() {
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
	p.reduceMotion()
	if p.device, err = openDeviceSettings(deviceFile()); err != nil {
		o.Log.Error("the settings of this computer are not known", "err", err)
	}
	p.setLanguage()
	p.icon = systemtray.New(gui.Title, resources.AppIcon().Content(), p.trayItems(), p.bringToFront, p.post)
	p.applyTheme()
	p.window.SetContent(newFirstFrame(func() { p.opening.Go(p.load) }))
	p.early = catchEarlyKeys(p.window.Canvas())
	p.window.SetCloseIntercept(p.quit) // until the shell asks its own question
	ended := make(chan struct{})
	go p.endWith(ctx, ended)
	p.window.ShowAndRun()
	close(ended)
	p.enter(ending)
	closed()
	p.icon.Close()
	p.opening.Wait()
	if p.shell != nil {
		p.remember(p.frame())
	}
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

// windowFirst is the time at the start that belongs to the window: what the library does by itself waits until it is over.
const windowFirst = 2 * time.Second

// load opens the library and hands over to the window. Off the window's goroutine.
func (p *program) load() {
	p.failure = nil
	dir := p.folder()
	lib, err := db.Open(p.life, dir, db.Options{Log: p.options.Log, Probe: jobs.Probe, Calm: windowFirst, ReadOnly: p.readOnly})
	if err != nil {
		p.fail(dir, fmt.Errorf("open library %s: %w", dir, err))
		return
	}
	p.lib = lib
	p.onClose(lib.Close)
	p.listenForInstances() // closed before the library: who asks next belongs to the next holder of the lock
	front, welcome, err := p.prepare(p.life)
	if err != nil {
		p.fail(dir, err)
		return
	}
	kept := gui.ReadKept(p.life, shellLibrary{p.lib, p.profiles}, p.options.Log)
	p.post(func() { p.assemble(kept, front, welcome) })
}

// onClose has something given back when the library is closed, before all that was there earlier.
func (p *program) onClose(f func() error) { p.closers = append(p.closers, f) }

// close gives back all that the library holds, and the library last. Who calls it has nobody beside it.
func (p *program) close() (err error) {
	for i := len(p.closers) - 1; i >= 0; i-- {
		err = errors.Join(err, p.closers[i]())
	}
	p.closers = nil
	return err
}

// post runs a function on the window's goroutine, later, unless the program ends before. Once the toolkit has stopped it would run it on
// this goroutine: workers would start that nobody stops, beside a library that is being closed.
func (p *program) post(f func()) {
	if p.state.Load() == ending {
		return
	}
	fyne.Do(func() {
		if p.state.Load() != ending {
			f()
		}
	})
}

// endPatience is how long the window may take to end once the system asked for it.
const endPatience = 12 * time.Second

// endWith ends the program when ctx ends. Told so in its first second, Fyne 2.8 can wait for ever for an event of its own that it
// dropped; the jobs and the library are then taken down without it, because a library that stays locked locks out the next start.
func (p *program) endWith(ctx context.Context, ended <-chan struct{}) {
	select {
	case <-ctx.Done():
	case <-ended:
		return
	}
	p.enter(ending)
	fyne.Do(p.app.Quit)
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
	if err := e.p.profiles.resumeSandbox(ctx); err != nil {
		e.p.options.Log.Error("the sandbox did not start", "err", err)
	}
	if err := e.Engine.Start(ctx); err != nil {
		return err
	}
	e.p.sayUnconfirmed(ctx)
	return nil
}

// Stop tells the program first that it ends, unless it goes on with another library: what workers still have to say has no window any more.
func (e startupEngine) Stop(ctx context.Context) error {
	if e.p.state.Load() != recovering {
		e.p.enter(ending)
	}
	return e.Engine.Stop(ctx)
}
