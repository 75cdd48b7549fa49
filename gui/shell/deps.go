// Package shell is the shell of the window: the rail with the places and the month's sums, the status bar, the menu
// bar, the keys and the palette, notifications, startup and quitting.
//
// The files, from the top down; each uses those below it.
//
//	new                                             makes the window, starts and ends it
//	commands, palette, keysheet, keys, quit         what keys and menus do
//	show, overlay, updates, leave, appearance       the places, and what covers them
//	shell, actions                                  methods for screens: Post, Go, Say
//	menu, root, rail, statusbar, notices            pieces of the window; each calls back
//	live, profiles, work, month, place              values and bindings
//
// A place is a Screen; the shell knows no more of it. Screens navigate to each other through the interfaces of package
// action. Package app implements these, so that screens do not know each other.
//
// One goroutine owns the window. Code that reads rows runs elsewhere and passes its result on with one call of Post.
// Live has data bindings for the scalars that many pieces show (connection, counts, sums), and for the progress of each
// visible running job. One goroutine feeds them from the engine's events. It makes at most ten Posts a second and waits
// for each, so a slow window gets fewer changes. No screen gets progress in another way.
package shell

import (
	"context"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/action"
)

// Screen is one place of the window.
type Screen interface {
	// Content returns what the place shows; the same object every time. Window's goroutine.
	Content() fyne.CanvasObject
	// Update reads rows on the calling goroutine, which is not the window's, and swaps them in with one Post.
	Update(ctx context.Context)
	// Handle takes an event of the engine on the engine's goroutine. It must be cheap.
	Handle(ev jobs.Event)
}

// Keyboarded is a Screen that chooses the control that gets the focus when its place is shown.
type Keyboarded interface {
	First() fyne.Focusable
}

// Leaving is a Screen with a callback for when another place is shown, or something covers it.
type Leaving interface {
	Left()
}

// Library is the subset of *db.Library that the shell reads. Safe for concurrent use.
type Library interface {
	Job(ctx context.Context, id int64) (db.Job, error)
	JobCounts(ctx context.Context, profileID int64) (map[db.JobState]int, error)
	Storage(ctx context.Context) (db.Storage, error)
	Profiles(ctx context.Context) ([]db.Profile, error)
	Setting(ctx context.Context, name string, into any) (bool, error)
	SetSetting(ctx context.Context, name string, value any) error
}

// Engine is the subset of *jobs.Engine that the shell uses. Safe for concurrent use.
type Engine interface {
	Start(ctx context.Context) error
	Stop(ctx context.Context) error
	Subscribe(fn func(jobs.Event)) (cancel func())
	Status() jobs.PoolStatus
	PauseSending(ctx context.Context, pause bool) error
	OpenPictureCalls() int
	StopSending(on bool) // no further request leaves in this run
	Price(ctx context.Context, profileID int64, orders []jobs.Order) (jobs.Quote, error)
}

// Program is the part of the program that the shell uses. Except for Post, its methods are called off the window's
// goroutine.
type Program interface {
	// runs a function on the window's goroutine, later; any goroutine
	Post(f func())
	Waiting(ctx context.Context) string                           // duration and cost of the waiting jobs
	KeyWords(ctx context.Context, p db.Profile) string            // location of the key, "key in keychain"
	Announce(ctx context.Context, job db.Job, title, text string) // shows on the desktop that a job ended
	Reached(ctx context.Context, p db.Profile) error              // a profile's service answered; once a minute at most

	Personal() Personal               // any goroutine
	ChangePersonal(f func(*Personal)) // at once, until the program ends; any goroutine
	KeepPersonal() error              // it is on the disk, whole, when it returns
}

// Places are the screens by their places.
type Places [places]Screen

// Typed is input that is stored only when the user presses a button.
type Typed struct {
	Lost []string                        // messages about it; none if there is no such input
	Save func(ctx context.Context) error // stores all of it, off the window's goroutine; nil if it cannot be stored
}

// Screens are the places and their actions.
type Screens struct {
	Places Places
	// Actions returns the actions of the places, without those on the window itself. It is called on the window's
	// goroutine for each use, once the places are made: it must be cheap.
	Actions func() []action.Action
	// the last change in the current place: to assets, or to a board. Called on the window's goroutine
	Undo, Redo func()
	// Save takes in pending input, and returns the function that writes all unsaved changes, off the window's
	// goroutine; nil if there are none. Called on the window's goroutine. It may be nil.
	Save func() func(ctx context.Context) error
	// Typed returns the input that ends with the program. Called on the window's goroutine. It may be nil.
	Typed func() Typed
	// Packages maps the import paths of the screens to the places that show them. A panic counts for the place of the
	// innermost code.
	Packages map[string][]Place
}

// Overlay covers the rail and the places, or a part of a place, for a while, such as a picture as large as the window.
// Window's goroutine.
type Overlay interface {
	Content() fyne.CanvasObject
	First() fyne.Focusable   // gets the focus when it is shown
	Key(*fyne.KeyEvent) bool // takes keys that no control takes, before the menu
	Close()                  // another place is shown instead
}
