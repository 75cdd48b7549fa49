package shell

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/guard"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/wording"
	"viviscope/resources"
)

var _ action.Host = (*Shell)(nil)

// Shell is the window. Unless noted otherwise, its methods run on the window's goroutine.
type Shell struct {
	deps    Deps
	log     *slog.Logger
	app     fyne.App
	window  fyne.Window
	screens Screens

	live      *Live
	root      *root
	rail      *rail
	dragImage *kit.DragImage
	status    *statusBar
	menu      *menu
	notices   *notices
	overlay   Overlay                 // what covers the places, or a part of one; nil: nothing, or the welcome
	cover     func(fyne.CanvasObject) // put the overlay there

	sheet     *kit.Sheet         // the key help; nil: not opened yet
	palette   *action.Palette    // nil: not opened yet
	dismiss   func()             // closes the toolkit's open dialog; nil: none is open
	caught    func(action.Chord) // takes all keys, while something is dragged; nil: they do what they mean
	place     atomic.Int32
	look      resources.Variant
	listening map[action.Chord]bool // the keys that the window takes for places
	front     atomic.Bool           // the window is in the foreground
	notify    atomic.Bool
	stale     [places]chan struct{} // holds a value while an update of the place is pending
	asking    *kit.Sheet            // the question before quitting
	saving    bool                  // unsaved changes are being written before that question
	panics    [places + 1]int       // of each place, and of what covers them, since it was opened
	closed    [places]atomic.Pointer[closedPlace]
	// ends the program once no picture call is open and no work is running; nil: no such end is pending
	leaving    *departure
	saver      *action.Saver // of the settings of the window itself
	works      *workList
	profiles   *profileList
	placeShown func()                 // called after another place was shown
	ownActions func() []action.Action // of the window itself

	mu      sync.Mutex
	unsaved map[any]error // why changes cannot be saved, by their source; guarded by mu

	// Workers stop with ctx.
	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup
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

// Now returns the time, in the time zone in which days are shown. Any goroutine.
func (s *Shell) Now() time.Time { return s.deps.Now() }

// Log returns the logger. Any goroutine.
func (s *Shell) Log() *slog.Logger { return s.log }

// Canvas is that of the window.
func (s *Shell) Canvas() fyne.Canvas { return s.window.Canvas() }

// DragImage follows the pointer while something is dragged inside of the window.
func (s *Shell) DragImage() *kit.DragImage { return s.dragImage }

// Copy puts a text on the clipboard.
func (s *Shell) Copy(text string) { s.app.Clipboard().SetContent(text) }

// Pasted is the text on the clipboard.
func (s *Shell) Pasted() string { return s.app.Clipboard().Content() }

// Do runs f off the window's goroutine. If it fails, the window shows failed, a whole sentence such as "Could not
// release the job.", and the reason. Any goroutine.
func (s *Shell) Do(failed string, f func(ctx context.Context) error) {
	s.Go(func(ctx context.Context) {
		err := f(ctx)
		if err == nil || errors.Is(err, context.Canceled) {
			return
		}
		s.Post(func() { s.Failed(failed, err) })
	})
}

// Failed shows the message for a failed command, and the reason.
func (s *Shell) Failed(failed string, err error) {
	s.log.Warn("command failed", "err", err)
	s.Say(kit.ToneErr, failed, wording.Fault(err))
}

// Say shows a notice over the status bar until it is closed or replaced, a neutral one for a few seconds. A
// confirmation (ToneOK) is also closed a few seconds after its place was left. lead is bold. Each of up to two actions
// has a button, which closes the notice; the second is less prominent.
func (s *Shell) Say(tone kit.Tone, lead, rest string, actions ...action.Action) {
	s.notices.say(s.Place(), tone, lead, rest, actions...)
}

// Unsay closes the notice that begins with lead: it is not so any more. Window's goroutine.
func (s *Shell) Unsay(lead string) {
	if s.notices.open && strings.HasPrefix(s.notices.text.Text(), lead) {
		s.notices.hide()
	}
}

// Deps are the dependencies of the shell.
type Deps struct {
	App     fyne.App
	Window  fyne.Window // it is shown already: New fills it, and Begin brings it to life
	Library Library
	Engine  Engine
	Program Program
	// Screens makes the places. It is called once, inside New, on the window's goroutine: the shell that it is
	// given can be kept for navigation, but not yet be used.
	Screens  func(*Shell) Screens
	ReadOnly bool        // the library is opened read-only, which the status bar shows permanently
	Stored   StoredState // what ReadStoredState read
	Profile  int64       // the profile at the start; 0: the last used one, or the first

	Log   *slog.Logger
	Now   func() time.Time
	Sleep func(ctx context.Context, d time.Duration) // waits, or ends early with ctx
}

// Place returns the current place. Any goroutine.
func (s *Shell) Place() Place { return Place(s.place.Load()) }
