package compose

import (
	"context"
	"encoding/json"
	"image"
	"time"

	"viviscope/client/jobs"
	"viviscope/client/linkcheck"
	"viviscope/client/order"
	"viviscope/client/order/upload"
	"viviscope/db"
	"viviscope/db/ledger"
	"viviscope/gui/action"
	"viviscope/gui/casting"
	"viviscope/gui/form"
	"viviscope/gui/live"
	"viviscope/gui/spend"
)

// Deps is what the composer needs. All of it is required.
type Deps struct {
	action.Host
	Exchange   action.Exchange
	Chooser    action.Chooser
	Navigator  action.Navigator
	Library    Library
	Cast       *casting.Cast
	EditCanvas EditCanvas
	Engine     Engine
	Sender     *spend.Sender // asks before it costs more than a limit allows
	Live       *live.Jobs    // how far what was sent is
}

// Engine takes orders, changes and sends jobs that are held, and knows what they cost today. It commits before it
// returns, and sends nothing itself. *jobs.Engine is one.
type Engine interface {
	Submit(ctx context.Context, profileID int64, orders []jobs.Order, how jobs.Terms) ([]db.Job, error)
	Revise(ctx context.Context, id int64, o jobs.Order) error
	Release(ctx context.Context, how jobs.Terms, ids ...int64) error
	Price(ctx context.Context, profileID int64, orders []jobs.Order) (jobs.Quote, error)
	Paused() bool // called off the window's goroutine: it waits while something is committed
}

// Library is the subset of the library that the composer uses. Its methods are called off the window's goroutine,
// except Thumb and Owns.
type Library interface {
	action.Settings
	upload.Reader
	Times
	Account(ctx context.Context) (form.Account, error) // the one in front
	// earlier ones that hold all the words, the newest first
	Prompts(ctx context.Context, words string, limit int) ([]db.Prompt, error)
	AssetByRef(ctx context.Context, ref string) (db.Asset, error)       // that is not in the trash
	LookAt(ctx context.Context, link string) (linkcheck.Picture, error) // at what is behind a link
	// at most px long; done comes on any goroutine, nil: none
	Thumb(a db.Asset, px int, done func(image.Image)) (cancel func())
	Recalled(ctx context.Context, path string) (db.Job, error) // the job whose settings a file carries
	// whether a file is in the library; does not block
	Owns(path string) bool

	// PictureSamples returns what the newest picture calls of a profile were charged in a currency, newest first.
	PictureSamples(ctx context.Context, profileID int64, currency string) ([]db.PictureSample, error)
}

// Times returns how long jobs took. *db.Library implements it.
type Times interface {
	// Durations returns how long clips of a model, length and resolution took, newest first, at most limit of them.
	Durations(ctx context.Context, profileID int64, model string, seconds int, resolution string,
		limit int) ([]time.Duration, error)
	ModelStats(ctx context.Context, f ledger.Filter) ([]ledger.ModelStats, error)
}

// EditCanvas holds the first picture of an edit. [Screen.SetPicture] passes its content to the composer. Its methods
// belong to the window's goroutine, except Bake.
type EditCanvas interface {
	ShowKind(kind db.JobKind)        // another kind of job is in front, or the first one; may be called from New
	OpenAsset(a db.Asset)            // a picture of the library
	Open(pictures []order.Slot)      // a file is absolute, or relative to the library
	Restore(job db.Job)              // what a job drew: one of its inputs has a Drawing
	ChooseFile()                     // lets the user choose a picture for it
	Place(pictures []order.Slot)     // upon what is on it
	SetWay(way order.CanvasDelivery) // how what is on it is sent

	// Bake makes one flat picture of what is on the canvas now, with its marks or bare. Off the window's goroutine.
	Bake(ctx context.Context, bare bool) (Baked, error)
}

// Baked is one flat picture of the canvas.
type Baked struct {
	File          []byte          // a PNG, or the bytes of the asset
	Width, Height int             // pixels of it
	Asset         string          // ref of the library's picture below; "": an empty sheet
	Drawing       json.RawMessage // what was done to it, to be restored later; nil: nothing
	Parts         []string        // refs of the library's pictures that were placed upon it
}
