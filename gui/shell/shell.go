package shell

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/client/guard"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
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

	live    *Live
	root    *root
	rail    *rail
	ghost   *kit.Ghost
	status  *statusBar
	menu    *menu
	notices *notices
	overlay Overlay                 // what covers the places, or a part of one; nil: nothing, or the welcome
	cover   func(fyne.CanvasObject) // put the overlay there

	sheet     *kit.Sheet         // of keys; nil: not asked for yet
	palette   *action.Palette    // nil: not asked for yet
	dismiss   func()             // closes the toolkit's dialog in front; nil: none is
	caught    func(action.Chord) // takes all keys, while something is dragged; nil: they do what they mean
	place     atomic.Int32
	look      resources.Variant
	listening map[action.Chord]bool // the keys that the window takes for places
	front     atomic.Bool           // the window is in front
	notify    atomic.Bool
	stale     [places]chan struct{} // has one where the place is to be updated
	asking    *kit.Sheet            // the question before quitting
	saving    bool                  // what is unsaved is written before that question
	panics    [places + 1]int       // of each place, and of what covers them, since it was opened
	closed    [places]atomic.Pointer[closedPlace]
	leaving   func()        // ends the program once no picture call is open and no work goes on; nil: nobody waits for that
	saver     *action.Saver // of the settings of the window itself
	works     []*work       // that go on, the oldest first

	mu       sync.Mutex
	unsaved  map[any]error // why changes cannot be saved, by their source; guarded by mu
	profile  db.Profile    // in front; guarded by mu
	profiles []db.Profile  // guarded by mu

	// Workers stop with ctx.
	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup
}

// New fills the window with its places. Nothing runs before Begin, and nothing is read: see [ReadStoredState].
func New(d Deps) *Shell {
	s := &Shell{deps: d, log: d.Log, app: d.App, window: d.Window, listening: map[action.Chord]bool{}}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.saver = &action.Saver{Host: s, Settings: d.Library}
	s.front.Store(true)
	s.look = d.Stored.look
	s.notify.Store(d.Stored.notify)
	if s.app.Settings().Theme() != s.theme() { // an equal one would read all fonts anew, and the toolkit keeps the old
		s.app.Settings().SetTheme(s.theme())
	}
	s.takeProfiles(d.Stored.profiles, cmp.Or(d.Profile, d.Stored.profile))
	s.live = newLive(s)
	s.window.SetPadded(false)
	s.screens = d.Screens(s)
	s.build()
	s.window.SetCloseIntercept(s.Quit)
	life := s.app.Lifecycle()
	life.SetOnStopped(guard.Func("end", s.End))
	life.SetOnEnteredForeground(func() { s.front.Store(true) })
	life.SetOnExitedForeground(func() { s.front.Store(false) })
	return s
}

// build puts the pieces of the window together.
func (s *Shell) build() {
	s.rail = newRail(s)
	s.status = newStatusBar(s.live, s.openWork)
	s.notices = newNotices(func() { s.root.content.Refresh() }, func(d time.Duration, f func()) { s.After(d, func() { s.Post(f) }) })
	s.root = newRoot(s.rail, s.status.content, s.notices.content)
	for p := range places {
		s.stale[p] = make(chan struct{}, 1)
	}
	s.menu = newMenu(s)
	s.window.SetMainMenu(s.menu.main)
	s.ghost = kit.NewGhost(s.root.top)
	s.window.SetContent(kit.WithHints(container.NewStack(s.root.content, s.ghost)))
	s.window.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) { _ = guard.Run(guard.Window, func() { s.typed(e) }) })
	s.window.Canvas().SetOnTypedRune(func(r rune) { _ = guard.Run(guard.Window, func() { s.typedRune(r) }) })
	for _, t := range s.textShortcuts() {
		if t.without != nil { // a control that has the keyboard and is no text hands it on
			s.window.Canvas().AddShortcut(t.shortcut, func(fyne.Shortcut) {
				if s.window.Canvas().Overlays().Top() == nil {
					_ = guard.Run(guard.Window, t.without)
				}
			})
		}
	}
	s.window.Canvas().AddShortcut(&desktop.CustomShortcut{KeyName: sendKeys.Key, Modifier: sendKeys.Mod}, func(fyne.Shortcut) { s.press(sendKeys) })
	s.Show(Create)
}

// Begin starts the workers, in a window that runs.
func (s *Shell) Begin() {
	s.deps.Engine.Subscribe(s.handle)
	s.Go(s.live.run)
	for p := range places {
		s.Go(func(ctx context.Context) { s.update(ctx, p) })
	}
	s.RefreshAll()
	s.Do(lang.L("The workers could not be started."), s.deps.Engine.Start)
	if !s.root.covered {
		s.bringKeyboard(s.Place())
	}
}

// Live returns the data bindings that the engine's events feed. Any goroutine.
func (s *Shell) Live() *Live { return s.live }

// Post runs a function on the window's goroutine, later. Any goroutine.
func (s *Shell) Post(f func()) { s.deps.Program.Post(f) }

// Go runs a function off the window's goroutine. Its context ends when the program does. Any goroutine.
func (s *Shell) Go(f func(ctx context.Context)) {
	s.work.Go(guard.Func("window worker", func() { f(s.ctx) }))
}

// After runs a function on another goroutine, later. Any goroutine.
func (s *Shell) After(d time.Duration, f func()) (stop func() bool) {
	return guard.AfterFunc(d, "window timer", f).Stop
}

// Now is the time, in the location whose days are shown. Any goroutine.
func (s *Shell) Now() time.Time { return s.deps.Now() }

// Log is what happens. Any goroutine.
func (s *Shell) Log() *slog.Logger { return s.log }

// Canvas is that of the window.
func (s *Shell) Canvas() fyne.Canvas { return s.window.Canvas() }

// Ghost follows the pointer while something is dragged inside of the window.
func (s *Shell) Ghost() *kit.Ghost { return s.ghost }

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
	s.log.Warn("command failed", "err", err)
	s.Say(kit.ToneErr, failed, wording.Fault(err))
}

// Say shows a notice over the places until it is closed or the next one comes, a neutral one for a few seconds: lead is bold. Each of up
// to two actions has a button, which closes the notice; the second is the lesser one.
func (s *Shell) Say(tone kit.Tone, lead, rest string, actions ...action.Action) {
	s.notices.say(s.Place(), tone, lead, rest, actions...)
}

// Unsay closes the notice that begins with lead: it is not so any more. Window's goroutine.
func (s *Shell) Unsay(lead string) {
	if s.notices.open && strings.HasPrefix(s.notices.text.Text(), lead) {
		s.notices.hide()
	}
}

// Place returns the place in front. Any goroutine.
func (s *Shell) Place() Place { return Place(s.place.Load()) }

// Show goes to a place and brings it up to date. The keyboard comes along: what is typed must not go on into a field that
// is not in sight.
func (s *Shell) Show(p Place) {
	s.leaveOverlay()
	before := Place(s.place.Swap(int32(p)))
	came := before != p
	if came {
		s.leave(before)
	}
	s.rail.mark(p)
	s.root.show(s.contentOf(p))
	s.notices.show(p)
	if came {
		s.bringKeyboard(p)
	}
	s.listenForKeys()
	s.Refresh(p)
}

// leave tells a place that it is out of sight.
func (s *Shell) leave(p Place) {
	if l, ok := s.screens.Places[p].(Leaving); ok && s.closed[p].Load() == nil {
		_ = guard.Run(guard.Window, l.Left) // else a place that panics could not be left
	}
}

func (s *Shell) bringKeyboard(to Place) {
	canvas := s.window.Canvas()
	canvas.Unfocus()
	if c := s.closed[to].Load(); c != nil {
		canvas.Focus(c.first)
		return
	}
	if k, ok := s.screens.Places[to].(Keyboarded); ok {
		_ = guard.Run(guard.Window, func() { canvas.Focus(k.First()) })
	}
}

// Refresh asks for an update of a place soon. One that is not in front is updated when it comes to the front.
// Any goroutine.
func (s *Shell) Refresh(p Place) {
	if s.Place() != p || s.closed[p].Load() != nil {
		return
	}
	select {
	case s.stale[p] <- struct{}{}:
	default: // one is coming anyway
	}
}

// RefreshAll asks for an update of everything soon. Any goroutine.
func (s *Shell) RefreshAll() {
	s.Refresh(s.Place())
	s.live.reload()
}

// ShowWelcome shows one thing instead of rail and places: the first start.
func (s *Shell) ShowWelcome(content fyne.CanvasObject) {
	s.status.first(true)
	s.root.cover(content)
	s.root.catchUp(content)
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

// Quit ends the program, and asks before where something would be lost; see QuitWith. Tasks go on at the service, and
// are picked up at the next start.
func (s *Shell) Quit() { s.QuitWith(s.app.Quit) }

// Hide takes the window away while the program goes on. A job that ends then is announced.
func (s *Shell) Hide() {
	s.window.Hide()
	s.front.Store(false)
}

// stopPatience is how long the workers may take to stop. A request that may cost money and has no answer by then is cut, and its job is
// committed as unconfirmed before the engine has stopped; where the disk refuses that, at the next start.
const stopPatience = 5 * time.Second

// End stops the engine and the workers, and waits for them: the library may be closed after it. A second call does nothing. Not on the
// window's goroutine, on which workers may wait, while the window goes on.
func (s *Shell) End() {
	ctx, cancel := context.WithTimeout(context.Background(), stopPatience)
	defer cancel()
	if err := s.deps.Engine.Stop(ctx); err != nil {
		s.log.Warn("stop engine", "err", err)
	}
	s.cancel()
	done := make(chan struct{})
	guard.Go("end of workers", func() {
		s.work.Wait()
		close(done)
	})
	select {
	case <-done:
	case <-ctx.Done():
		s.log.Warn("workers did not stop in time")
	}
}

// Sleep waits for a while, or until ctx ends.
func Sleep(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}
