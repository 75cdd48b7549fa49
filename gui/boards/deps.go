package boards

import (
	"context"
	"image"
	"time"

	"viviscope/gui/form"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/order/upload"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/casting"
	"viviscope/gui/live"
	"viviscope/gui/media"
	"viviscope/gui/media/player"
	"viviscope/gui/spend"
)

// Library reads what boards refer to, and the settings. It must not be used on the window's goroutine. *db.Library
// implements it.
type Library interface {
	action.Settings
	upload.Reader
	Account(ctx context.Context) (form.Account, error) // of the profile in front
	AbsPath(rel string) (string, error)
	AssetsByID(ctx context.Context, ids []int64) ([]db.Asset, error)
	AssetByRef(ctx context.Context, ref string) (db.Asset, error)
	Profiles(ctx context.Context) ([]db.Profile, error)
}

// Engine is the subset of [jobs.Engine] that boards use, off the window's goroutine.
type Engine interface {
	Price(ctx context.Context, profileID int64, orders []jobs.Order) (jobs.Quote, error)
	Ahead(ctx context.Context, profileID int64) (jobs.Ahead, error)
	// the usual duration of such a job
	UsualDuration(ctx context.Context, profileID int64, r client.Request) time.Duration
	Submit(ctx context.Context, profileID int64, orders []jobs.Order, how jobs.Terms) ([]db.Job, error)
	LastFrame(clip db.Asset) (db.Asset, error) // as a picture of the library
}

// Pictures loads pictures of assets. *media.Thumbs implements it.
type Pictures interface {
	media.Pictures
	// End returns the first or the last frame of a clip. Off the window's goroutine.
	End(ctx context.Context, clip db.Asset, last bool) (image.Image, error)
}

// Window is the part of the window around the screen that [action.Host] lacks.
type Window interface {
	Refresh()                                               // asks for an Update soon; any goroutine
	Sound(ctx context.Context) (volume float64, muted bool) // of clips; off the window's goroutine
	// Sandbox returns the profile of the sandbox, which it creates if it is missing. Off the window's goroutine.
	Sandbox(ctx context.Context) (int64, error)
	UseProfile(id int64) // selects a profile
}

// Composer makes the fields of a shot, with the history of prompts and the snippets, and the field of several prompts.
// *compose.Screen implements it.
type Composer interface {
	NewFields(owner form.Owner) form.Fields
	NewPromptLines(rows int, onChanged, onSend func()) form.PromptLines
}

// Jobs returns what the queue offers for a job. *jobs.Jobs of package gui/jobs implements it.
type Jobs interface {
	OnJob(ctx context.Context, job db.Job) ([]action.Action, error)
}

// Deps is what the screen needs from the rest of the program.
type Deps struct {
	action.Host
	Viewer    action.Viewer
	Creator   action.Creator
	Chooser   action.Chooser
	Navigator action.Navigator
	Window    Window
	Library   Library
	Composer  Composer
	Jobs      Jobs
	Organizer action.Organizer
	Cast      *casting.Cast
	Store     *boards.Store
	Engine    Engine
	Pictures  Pictures
	Sender    *spend.Sender
	Live      *live.Jobs
	NewPlayer func() *player.Player
	Filming   action.Filming
	ReadOnly  bool // the library cannot be changed
}

// The states of the screen in which its keys count, as bits of [action.Scope].
const (
	inList uint8 = 1 << iota
	inBoard
	inNew
)
