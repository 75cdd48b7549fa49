package gui

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

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

// Keyboarded is a Screen that says where the keyboard goes when its place comes to the front.
type Keyboarded interface {
	First() fyne.Focusable
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
	Price(ctx context.Context, profileID int64, orders []jobs.Order) (jobs.Quote, error)
}

// Deps is what the shell is made of. App, Library, Engine, Screens and Post are required.
type Deps struct {
	App     fyne.App
	Library Library
	Engine  Engine
	// Screens makes the places. It is called once, inside New, on the window's goroutine: the shell that it is
	// given can be kept for navigation, but not yet be used.
	Screens func(*Shell) Screens
	// KeyWords says in words where the key of a profile is, "key in keychain". Called off the window's goroutine.
	KeyWords func(ctx context.Context, p db.Profile) string
	// Announce shows on the desktop that a job ended, better than the toolkit can; false where it cannot. Called off the window's
	// goroutine. May be nil.
	Announce func(ctx context.Context, job db.Job, title, text string) bool
	// Reached is told that a profile's service answered, once a minute at most. Called off the window's goroutine. May be nil.
	Reached func(ctx context.Context, p db.Profile) error
	// Personal is what KeepPersonal was given last; nil: nothing yet. It belongs to the person at this computer, and not to a library,
	// which is copied and shared.
	Personal json.RawMessage
	// KeepPersonal has it on the disk, whole, when it returns. Called off the window's goroutine. nil: it is not kept.
	KeepPersonal func(json.RawMessage) error
	// ReadOnly: the library can only be looked at, which the status bar says all the time.
	ReadOnly bool
	// Kept is what ReadKept read.
	Kept Kept
	// ProfileID is the profile in front at start; 0: the one that was in front last, or the first.
	ProfileID int64

	// Window is a window that is shown already, which New fills and Begin brings to life; nil: New makes one.
	Window fyne.Window

	OnStarted func() // called once the window runs, on its goroutine: nothing may post to it before. May be nil

	Post func(func())     // runs a function on the window's goroutine, later
	Now  func() time.Time // nil: time.Now
	Log  *slog.Logger     // nil: nothing is logged
	// Sleep waits or ends early with ctx; nil: the system's clock. Tests pass one that they drive.
	Sleep func(ctx context.Context, d time.Duration)
}

// Screens are the places and what can be done in them.
type Screens struct {
	Places map[Place]Screen
	// Actions are what can be done in the places, other than with the window itself. Called on the window's goroutine whenever they are
	// asked for, once the places are made: it must be cheap.
	Actions func() []action.Action
	// KeysChanged has the places show the keys that [Shell.KeysOf] says now. Called on the window's goroutine.
	KeysChanged func()
}
