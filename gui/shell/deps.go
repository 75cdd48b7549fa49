// Package shell is the shell of the window: the rail with the places and the month's sums, the status bar,
// the menu bar, the keys and the palette, notifications, and the way from start to quit.
//
// A place is a Screen; the shell knows no more of it. Screens lead to each other through the interfaces of package action, which package
// app implements, so that screens do not know each other.
//
// One goroutine owns the window. Everything that reads rows runs elsewhere and hands its result over with one
// call of Post. The scalars that many pieces show (connection, counts, sums) and those of each job that runs and is in sight are data
// bindings in Live. One goroutine feeds them from the engine's events, by at most ten Posts a second, and waits for each: a slow window
// gets fewer changes. No screen takes progress by another way.
package shell

import (
	"context"
	"log/slog"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/resources"
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

// Keyboarded is a Screen that says where the keyboard goes when its place comes to the front.
type Keyboarded interface {
	First() fyne.Focusable
}

// Leaving is a Screen that is told when another place comes to the front, or something covers it.
type Leaving interface {
	Left()
}

// Library is what the shell reads of the library; *db.Library is one. Safe for concurrent use.
type Library interface {
	Job(ctx context.Context, id int64) (db.Job, error)
	JobCounts(ctx context.Context, profileID int64) (map[db.JobState]int, error)
	Storage(ctx context.Context) (db.Storage, error)
	Profiles(ctx context.Context) ([]db.Profile, error)
	Setting(ctx context.Context, name string, into any) (bool, error)
	SetSetting(ctx context.Context, name string, value any) error
}

// Engine is what the shell asks of the engine; *jobs.Engine is one. Safe for concurrent use.
type Engine interface {
	Start(ctx context.Context) error
	Stop(ctx context.Context) error
	Subscribe(fn func(jobs.Event)) (cancel func())
	Status() jobs.PoolStatus
	PauseSending(ctx context.Context, pause bool) error
	OpenPictureCalls() int
	SendNoMore(on bool) // no further request leaves in this run
	Price(ctx context.Context, profileID int64, orders []jobs.Order) (jobs.Quote, error)
}

// Program is what the window asks of the rest of the program. Its methods are called off the window's goroutine, but for Post.
type Program interface {
	Post(f func())                                                // runs a function on the window's goroutine, later; any goroutine
	Waiting(ctx context.Context) string                           // how long what waits will take, and what it will cost
	KeyWords(ctx context.Context, p db.Profile) string            // where the key of a profile is, "key in keychain"
	Announce(ctx context.Context, job db.Job, title, text string) // shows on the desktop that a job ended
	Reached(ctx context.Context, p db.Profile) error              // a profile's service answered; once a minute at most

	Personal() Personal               // any goroutine
	ChangePersonal(f func(*Personal)) // at once, until the program ends; any goroutine
	KeepPersonal() error              // it is on the disk, whole, when it returns
}

// Deps is what the shell is made of.
type Deps struct {
	App     fyne.App
	Window  fyne.Window // it is shown already: New fills it, and Begin brings it to life
	Library Library
	Engine  Engine
	Program Program
	// Screens makes the places. It is called once, inside New, on the window's goroutine: the shell that it is
	// given can be kept for navigation, but not yet be used.
	Screens  func(*Shell) Screens
	ReadOnly bool        // the library can only be looked at, which the status bar says all the time
	Stored   StoredState // what ReadStoredState read
	Profile  int64       // in front at start; 0: the one that was in front last, or the first

	Log   *slog.Logger
	Now   func() time.Time
	Sleep func(ctx context.Context, d time.Duration) // waits, or ends early with ctx
}

// Places are the screens by their places.
type Places [places]Screen

// Screens are the places and what can be done in them.
type Screens struct {
	Places Places
	// Actions are what can be done in the places, other than with the window itself. Called on the window's goroutine whenever they are
	// asked for, once the places are made: it must be cheap.
	Actions    func() []action.Action
	Undo, Redo func() // what was done last in the place in front: to assets, or to a board. Called on the window's goroutine
	// Save takes in what is being typed, and returns the function that writes all that is not in the library yet, off
	// the window's goroutine; nil: nothing is unsaved. Called on the window's goroutine. It may be nil.
	Save func() func(ctx context.Context) error
	// Packages are the import paths of the screens, with the places that show them. A panic is counted for the place
	// whose code is innermost.
	Packages map[string][]Place
}

// Place is where a person can be in the window.
type Place int

// The places, in the order of the rail.
const (
	Create Place = iota
	Boards
	Queue
	Gallery
	Costs
	Settings
	places
)

// placeKeys are the keys that lead to the places, with Ctrl/Cmd.
var placeKeys = [places]fyne.KeyName{fyne.Key1, fyne.Key2, fyne.Key3, fyne.Key4, fyne.Key5, fyne.KeyComma}

// placeNames are the places in IDs of actions and in the scopes of keys.
var placeNames = [places]string{"create", "boards", "queue", "gallery", "costs", "settings"}

// String returns the word of the place in the window's language.
func (p Place) String() string {
	return [...]string{lang.X("place", "Create"), lang.X("place", "Boards"), lang.X("place", "Queue"), lang.X("place", "Gallery"),
		lang.X("place", "Costs"), lang.X("place", "Settings")}[p]
}

// icon returns the icon of the place.
func (p Place) icon() fyne.Resource {
	return [...]fyne.Resource{resources.IconCreate, resources.IconBoards, resources.IconQueue, resources.IconGallery, resources.IconCosts,
		resources.IconSettings}[p]
}
