package gui

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/keymap"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Title is the name of the program and of its window.
const Title = "Viviscope"

var _ action.Host = (*Shell)(nil)

// Shell is the window. Its methods belong to the window's goroutine unless they say otherwise.
type Shell struct {
	deps    Deps
	log     *slog.Logger
	app     fyne.App
	window  fyne.Window
	screens Screens

	live     *Live
	root     *root
	rail     *rail
	status   *statusBar
	menu     *menu
	notices  *notices
	engine   engineRun
	covering *Cover // what covers the places; nil: nothing, or the welcome

	sheet      *widgets.Sheet     // of keys; nil: not asked for yet
	palette    *action.Palette    // nil: not asked for yet
	caught     func(keymap.Chord) // waits for keys; nil: nobody does
	place      Place
	look       resources.Variant
	personal   *personal
	listening  map[keymap.Chord]bool     // the keys that the window takes for places
	keys       map[string][]keymap.Chord // of all commands, by ID; nil: not asked for since they changed
	front      atomic.Bool               // the window is in front
	notify     atomic.Bool
	refreshers map[Place]*refresher
	asking     *widgets.Sheet // the question before quitting
	ended      atomic.Bool    // End was called

	mu       sync.Mutex
	profile  db.Profile   // in front; guarded by mu
	profiles []db.Profile // guarded by mu

	// Workers stop with ctx.
	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup
}

// New makes the window and its places. Nothing runs before Begin or the start of the app, and nothing is read: see [ReadKept].
func New(d Deps) *Shell {
	if d.Now == nil {
		d.Now = time.Now
	}
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	if d.Sleep == nil {
		d.Sleep = sleep
	}
	s := &Shell{deps: d, log: d.Log, app: d.App, refreshers: map[Place]*refresher{}, engine: engineRun{engine: d.Engine}}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.front.Store(true)
	kept := d.Kept
	s.look, s.personal, s.listening = kept.look, readPersonal(d.Personal, d.KeepPersonal), map[keymap.Chord]bool{}
	s.notify.Store(kept.notify)
	if s.app.Settings().Theme() != s.theme() { // an equal one would read all fonts anew, and the toolkit keeps the old
		s.app.Settings().SetTheme(s.theme())
	}
	s.app.SetIcon(resources.AppIcon())
	s.takeProfiles(kept.profiles, cmp.Or(d.ProfileID, kept.profile))
	s.live = newLive(s)
	s.window = d.Window
	if s.window == nil {
		s.window = s.app.NewWindow(Title)
	}
	s.window.SetPadded(false)
	s.screens = d.Screens(s)
	s.build()
	size := fyne.NewSize(max(kept.window.Width, minWidth), max(kept.window.Height, minHeight))
	if kept.window.Width == 0 {
		size = fyne.NewSize(1440, 900)
	}
	if d.Window == nil {
		s.window.Resize(size)
	}
	s.window.SetCloseIntercept(s.Quit)
	s.window.SetMaster()
	s.lifecycle()
	return s
}

// build puts the pieces of the window together.
func (s *Shell) build() {
	s.rail = newRail(s)
	s.status = newStatusBar(s.live)
	s.notices = newNotices(func() { s.root.content.Refresh() })
	s.root = newRoot(s.rail.content, s.status.content, s.notices.content)
	for p := range places {
		if sc := s.screens.Places[p]; sc != nil {
			s.refreshers[p] = newRefresher(s, sc)
		}
	}
	s.menu = newMenu(s)
	s.window.SetMainMenu(s.menu.main)
	s.window.SetContent(widgets.NewStage(s.root.content).Container)
	s.window.Canvas().SetOnTypedKey(s.typed)
	s.window.Canvas().SetOnTypedRune(s.typedRune)
	s.Show(Create)
	s.showKeys()
}

// Begin starts the workers where the window runs already; otherwise the start of the app does.
func (s *Shell) Begin() { s.started() }

// Window returns the window, for sheets and the clipboard.
func (s *Shell) Window() fyne.Window { return s.window }

// Live returns the data bindings that the engine's events feed. Any goroutine.
func (s *Shell) Live() *Live { return s.live }

// Post runs a function on the window's goroutine, later. Any goroutine.
func (s *Shell) Post(f func()) { s.deps.Post(f) }

// Go runs a function off the window's goroutine. Its context ends when the program does. Any goroutine.
func (s *Shell) Go(f func(ctx context.Context)) {
	s.work.Add(1)
	go func() {
		defer s.work.Done()
		f(s.ctx)
	}()
}

// After runs a function on another goroutine, later. Any goroutine.
func (s *Shell) After(d time.Duration, f func()) (stop func() bool) { return time.AfterFunc(d, f).Stop }

// Now is the time, in the location whose days are shown. Any goroutine.
func (s *Shell) Now() time.Time { return s.deps.Now() }

// Log is what happens. Any goroutine.
func (s *Shell) Log() *slog.Logger { return s.log }

// Canvas is that of the window.
func (s *Shell) Canvas() fyne.Canvas { return s.window.Canvas() }

// Copy puts a text on the clipboard.
func (s *Shell) Copy(text string) { s.app.Clipboard().SetContent(text) }

// Pasted is the text on the clipboard.
func (s *Shell) Pasted() string { return s.app.Clipboard().Content() }

// Do runs a command off the window's goroutine. If it fails the window says so: failed is the whole sentence for it, as in
// "Could not release the job." Any goroutine.
func (s *Shell) Do(failed string, f func(ctx context.Context) error) {
	s.Go(func(ctx context.Context) {
		err := f(ctx)
		if err == nil || errors.Is(err, context.Canceled) {
			return
		}
		s.Post(func() { s.Failed(failed, err) })
	})
}

// Failed says that a command failed, in the whole sentence for it, and why.
func (s *Shell) Failed(failed string, err error) {
	s.log.Warn("command failed", "command", lang.Source(failed), "err", err)
	s.Say(widgets.ToneErr, failed, wording.Fault(err))
}

// Say shows a notice over the places until it is closed or the next one comes: lead is bold. Each of up to two actions has a button, which
// closes the notice; the second is the lesser one.
func (s *Shell) Say(tone widgets.Tone, lead, rest string, actions ...action.Action) {
	s.notices.say(tone, lead, rest, actions...)
}

// Place returns the place in front.
func (s *Shell) Place() Place { return s.place }

// Show goes to a place and brings it up to date. The keyboard comes along: what is typed must not go on into a field that
// is not in sight.
func (s *Shell) Show(p Place) {
	sc := s.screens.Places[p]
	if sc == nil {
		return
	}
	s.leaveCover()
	came := s.place != p
	s.place = p
	s.rail.mark(p)
	s.root.show(sc.Content())
	if came {
		s.bringKeyboard(sc)
	}
	s.listenForKeys()
	s.refreshers[p].shown()
}

func (s *Shell) bringKeyboard(to Screen) {
	canvas := s.window.Canvas()
	canvas.Unfocus()
	if k, ok := to.(Keyboarded); ok {
		canvas.Focus(k.First())
	}
}

// Refresh asks for an update of a place soon. One that is not in front is updated when it comes to the front.
// Any goroutine.
func (s *Shell) Refresh(p Place) {
	if r := s.refreshers[p]; r != nil {
		r.ask()
	}
}

// RefreshAll asks for an update of everything soon. Any goroutine.
func (s *Shell) RefreshAll() {
	for _, r := range s.refreshers {
		r.ask()
	}
	s.live.reload()
}

// ShowWelcome shows one thing instead of rail and places: the first start.
func (s *Shell) ShowWelcome(content fyne.CanvasObject) {
	s.status.first(true)
	s.root.cover(content)
}

// HideWelcome goes on to the places.
func (s *Shell) HideWelcome() {
	s.status.first(false)
	s.root.cover(nil)
	s.RefreshAll()
}

// Look returns which look was chosen.
func (s *Shell) Look() resources.Variant { return s.look }

// SetLook changes the look at once and keeps it.
func (s *Shell) SetLook(v resources.Variant) {
	s.look = v
	s.app.Settings().SetTheme(s.theme())
	s.menu.refresh()
	s.keep(settingLook, v.String())
}

// Notify reports whether a job that ends behind the window is announced. Any goroutine.
func (s *Shell) Notify() bool { return s.notify.Load() }

// SetNotify changes that and keeps it.
func (s *Shell) SetNotify(on bool) {
	s.notify.Store(on)
	s.keep(settingNotify, on)
}

// Quit asks if picture calls are open, and else ends the program. Tasks go on at the service, and are
// picked up at the next start.
func (s *Shell) Quit() { s.QuitWith(s.app.Quit) }

// Hide takes the window away while the program goes on. A job that ends then is announced.
func (s *Shell) Hide() {
	s.window.Hide()
	s.front.Store(false)
}

// QuitWith is Quit where end ends the program.
func (s *Shell) QuitWith(end func()) {
	if !s.QuitAsks() {
		end()
		return
	}
	if s.asking != nil && s.asking.Shown() {
		return
	}
	s.asking = askQuit(s.window.Canvas(), s.deps.Engine.OpenPictureCalls(), end)
}

// QuitAsks reports whether Quit asks before it ends the program: a picture that is being made cannot be asked for again.
func (s *Shell) QuitAsks() bool { return s.deps.Engine.OpenPictureCalls() > 0 }

// stopPatience is how long the workers may take to stop. A request that may cost money and has no answer by
// then becomes unconfirmed at the next start.
const stopPatience = 5 * time.Second

// lifecycle starts the workers when the window runs and stops them after it closed.
func (s *Shell) lifecycle() {
	life := s.app.Lifecycle()
	life.SetOnStarted(s.started)
	life.SetOnStopped(s.stopped)
	life.SetOnEnteredForeground(func() { s.front.Store(true) })
	life.SetOnExitedForeground(func() { s.front.Store(false) })
}

func (s *Shell) started() {
	s.deps.Engine.Subscribe(s.handle)
	s.Go(s.live.run)
	for _, r := range s.refreshers {
		s.Go(r.run)
	}
	s.RefreshAll()
	s.Do(lang.L("Could not start the workers."), s.engine.start)
	if sc := s.screens.Places[s.place]; sc != nil && !s.root.covered() {
		s.bringKeyboard(sc)
	}
	if s.deps.OnStarted != nil {
		s.deps.OnStarted()
	}
}

// End stops the workers of a window that goes on without this shell, and waits for them. The library may be closed after
// it. Off the window's goroutine, on which workers may wait.
func (s *Shell) End() {
	s.ended.Store(true)
	ctx, cancel := context.WithTimeout(context.Background(), stopPatience)
	defer cancel()
	s.stop(ctx)
}

func (s *Shell) stopped() {
	if s.ended.Load() {
		return
	}
	size := s.root.content.Size()
	ctx, cancel := context.WithTimeout(context.Background(), stopPatience)
	defer cancel()
	if err := s.deps.Library.SetSetting(ctx, settingWindow, windowSize{size.Width, size.Height}); err != nil {
		s.log.Warn("store window size", "err", err)
	}
	s.stop(ctx)
}

// stop ends the engine and the workers.
func (s *Shell) stop(ctx context.Context) {
	if err := s.engine.end(ctx); err != nil {
		s.log.Warn("stop engine", "err", err)
	}
	s.cancel()
	done := make(chan struct{})
	go func() { s.work.Wait(); close(done) }()
	select {
	case <-done:
	case <-ctx.Done():
		s.log.Warn("workers did not stop in time")
	}
}

func sleep(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}
