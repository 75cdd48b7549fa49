package shell

import (
	"cmp"
	"context"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/client/guard"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
)

// Title is the name of the program and of its window.
const Title = "Viviscope"

// New fills the window with its places. Nothing runs before Begin, and nothing is read: see [ReadStoredState].
func New(d Deps) *Shell {
	s := &Shell{deps: d, log: d.Log, app: d.App, window: d.Window, listening: map[action.Chord]bool{}}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.saver = &action.Saver{Host: s, Settings: d.Library}
	s.front.Store(true)
	s.look = d.Stored.look
	s.notify.Store(d.Stored.notify)
	// an equal one would load all fonts again, and the toolkit keeps the old
	if s.app.Settings().Theme() != s.theme() {
		s.app.Settings().SetTheme(s.theme())
	}
	s.profiles = &profileList{library: d.Library}
	s.profiles.take(d.Stored.profiles, cmp.Or(d.Profile, d.Stored.profile))
	s.live = newLive(feed{
		library: d.Library, engine: d.Engine, program: d.Program, log: d.Log, now: d.Now, sleep: d.Sleep,
		readOnly: d.ReadOnly,
		profiles: s.profiles, post: s.Post, start: s.Go,
		announces: func() bool { return !s.front.Load() && s.Notify() }, newDay: s.RefreshAll, idle: s.leaveIfDone,
	})
	s.works = &workList{changed: func(words string) { put(s.live.Work, words) }}
	s.placeShown, s.ownActions = s.listenForKeys, s.windowActions
	s.window.SetPadded(false)
	s.screens = d.Screens(s)
	s.build()
	s.window.SetCloseIntercept(s.Quit)
	life := s.app.Lifecycle()
	life.SetOnEnteredForeground(func() { s.front.Store(true) })
	life.SetOnExitedForeground(func() { s.front.Store(false) })
	return s
}

// build puts the pieces of the window together.
func (s *Shell) build() {
	s.rail = newRail(s.live, s.Show, s.UseProfile)
	s.status = newStatusBar(s.live, s.works.open)
	s.notices = newNotices(func() { s.root.placeNotice() }, s.focusBack,
		func(d time.Duration, f func()) { s.After(d, func() { s.Post(f) }) })
	s.root = newRoot(s.rail, s.status.content, s.notices)
	for p := range places {
		s.stale[p] = make(chan struct{}, 1)
	}
	s.menu = newMenu(s.Actions, s.ofText, s.chooseItem)
	listen(s.live.Paused, func(bool) { s.menu.refresh() })
	s.window.SetMainMenu(s.menu.main)
	s.dragImage = kit.NewDragImage(s.root.top)
	s.window.SetContent(kit.WithHints(container.NewStack(s.root.content, s.dragImage)))
	s.window.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) { _ = guard.Run(guard.Window, func() { s.typed(e) }) })
	s.window.Canvas().SetOnTypedRune(func(r rune) { _ = guard.Run(guard.Window, func() { s.typedRune(r) }) })
	for _, t := range s.textShortcuts() {
		if t.without != nil { // a focused control that is no text passes it on
			s.window.Canvas().AddShortcut(t.shortcut, func(fyne.Shortcut) {
				if s.window.Canvas().Overlays().Top() == nil {
					_ = guard.Run(guard.Window, t.without)
				}
			})
		}
	}
	s.window.Canvas().AddShortcut(&desktop.CustomShortcut{KeyName: sendKeys.Key, Modifier: sendKeys.Mod},
		func(fyne.Shortcut) {
			s.press(sendKeys)
		})
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

// Hide hides the window while the program keeps running. Jobs that end then are announced on the desktop.
func (s *Shell) Hide() {
	s.window.Hide()
	s.front.Store(false)
}

// End stops the engine and the workers, and waits for them; then the library may be closed. A second call does nothing.
// It must not run on the goroutine of a window that is still open, because workers may wait for that.
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

// stopPatience is the timeout for stopping the workers. A request that may cost money and has no answer by then is
// cancelled. Its job is committed as unconfirmed before the engine has stopped, or at the next start if the disk
// refuses that.
const stopPatience = 5 * time.Second
