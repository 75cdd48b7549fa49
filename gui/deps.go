package gui

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/db"
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
	// Tray is where the program can go on when its window is closed; nil: nowhere.
	Tray Tray
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

// Screens are the places and what the menu asks of them. A nil action is absent from the menu.
type Screens struct {
	Places map[Place]Screen

	// Kinds are what the composer makes, each with the word for its switch.
	Kinds []Kind

	Generate    func() // send what the form holds
	Hold        func() // keep what the form holds for later
	CopyRequest func() // put the request that the form makes on the clipboard
	Batch       func() // open the list of jobs
	TrackTask   func() // ask for the ID of a task that was made elsewhere; the Queue is in front
	NewRequest  func() // empty the form
	FocusPrompt func() // put the cursor into the prompt
	Prompt      Prompt // what can be done with the prompt
	Form        Form   // what else can be done with the form
	Search      func() // put the cursor into the gallery's search
	AsItWas     func() // send the picture that is edited without what is drawn upon it
	OpenFolder  func() // show the library in the system's file manager

	ImportFile, ImportFolder func() // choose what is brought into the library

	Guide    func() // show the user guide
	ShowLog  func() // show the end of the log
	Diagnose func() // show what the program found on this computer
	About    func() // show the version and where things are

	// Commands are what can be done in the places, for the palette and for keys that the window takes for them. Called on the
	// window's goroutine whenever they are asked for, once the places are made: it must be cheap.
	Commands func() []PlaceCommand
	// KeysChanged has the places show the keys that [Shell.KeysOf] says now. Called on the window's goroutine.
	KeysChanged func()
}

// Prompt is what can be done with the prompt. Create is in front when one of these is called.
type Prompt struct {
	Earlier    func() // list the earlier prompts
	Older      func() // put the one before into the field
	Newer      func() // the way back
	Snippets   func() // list the saved snippets
	Save       func() // save the prompt as a snippet
	Variations func() // list what the prompt stands for
	Which      func() // list the models with what each says to the wish
}

// Form is what the keyboard reaches of the form without going through its fields. Create is in front when one of these is
// called.
type Form struct {
	NewSeed    func() // roll another seed
	KeepSeed   func() // lock the seed, or unlock it
	SwapFrames func() // exchange first and last frame
	OneMore    func() // make one more of the same words with a click
	OneLess    func() // and one less
}

// Kind is one kind of job that the composer makes.
type Kind struct {
	Word   string
	Choose func() // switch the composer to it
}
