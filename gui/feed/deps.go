package feed

import (
	"context"
	"image"
	"log/slog"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/live"
	"viviscope/gui/price"
)

// Rows is what the feed reads. *db.Library is one.
type Rows interface {
	Job(ctx context.Context, id int64) (db.Job, error)
	Jobs(ctx context.Context, f db.JobFilter) ([]db.Job, error)
	AssetsOfJob(ctx context.Context, jobID int64) ([]db.Asset, error)
	Entries(ctx context.Context, f db.EntryFilter) ([]db.Entry, error)
	Durations(ctx context.Context, profileID int64, model string, seconds int, resolution string, limit int) ([]time.Duration, error)
}

// Commands is what the feed can ask for. Each commits before it returns. *jobs.Engine is one.
type Commands interface {
	PriceJobs(ctx context.Context, profileID int64, list ...db.Job) (jobs.Quote, error)
	Release(ctx context.Context, how jobs.Terms, ids ...int64) error
	Discard(ctx context.Context, id int64) error
	StopWatching(ctx context.Context, id int64) error
	WatchAgain(ctx context.Context, id int64) error
	CheckNow(ctx context.Context, id int64)
	Adopt(ctx context.Context, jobID int64, taskID string) error
	NotCharged(ctx context.Context, jobID int64) error
	WasCharged(ctx context.Context, jobID int64) error
	SendAgain(ctx context.Context, jobID int64, how jobs.Terms) (db.Job, error)
	Submit(ctx context.Context, profileID int64, orders []jobs.Order, how jobs.Terms) ([]db.Job, error)
}

// Posters gives pictures of assets without blocking. px is the longer side in device pixels. Request calls done on the
// window's goroutine, unless cancel was called before. *media.Thumbs is one.
type Posters interface {
	Cached(asset db.Asset, px int) (image.Image, bool)
	Request(asset db.Asset, px int, done func(image.Image, error)) (cancel func())
}

// Deps is what the feed needs. Everything but the callbacks is required. All callbacks are called on the window's
// goroutine.
type Deps struct {
	Rows     Rows
	Commands Commands
	Posters  Posters
	Live     *live.Jobs
	Sender   *price.Sender // asks before it costs more than a limit allows

	Started time.Time         // of the program: the session goes back to here, or to the start of the day
	Now     func() time.Time  // in the location of the person
	Post    func(func())      // runs a function on the window's goroutine
	Go      func(func())      // runs a function on another goroutine
	Random  func() int64      // any non-negative integer: the seed of One more
	Copy    func(text string) // puts a text on the clipboard
	Log     *slog.Logger

	Canvas func() fyne.Canvas // for sheets, also while another place is in front; nil: the feed is always in the window

	Notify   bool       // whether "Notify when done" starts switched on
	OnNotify func(bool) // it was switched

	OnOpen   func(db.Asset)                    // in the player or viewer
	OnReveal func(db.Asset)                    // in the file manager
	OnReuse  func(job db.Job, promptOnly bool) // into the composer

	// SetForm gives the requests of a profile another form; called off the window's goroutine. nil: not offered.
	SetForm func(ctx context.Context, profileID int64, form client.Form) error

	OnReuseHow func(job db.Job, how form.How) // as OnReuse, but as much of it as is said; nil: not offered
	OnEditHeld func(job db.Job)               // a held job into the composer; nil: not offered
	OnSister   func(job db.Job)               // a picture once more with the other model; nil: not offered
	OnFrame    func(a db.Asset, place int)    // a picture into a slot of the composer: 0 first frame, 1 last; nil: not offered
	OnEdit     func(a db.Asset)               // a picture into the form of an edit; nil: not offered
	OnCompare  func(a, b db.Asset)            // two pictures beside each other; nil: not offered
	Hosting    func() bool                    // whether a picture without a link can be a frame; nil: it cannot
}
