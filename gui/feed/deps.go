package feed

import (
	"context"
	"image"
	"log/slog"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
)

// Rows is what the feed reads. *db.Library is one.
type Rows interface {
	Jobs(ctx context.Context, f db.JobFilter) ([]db.Job, error)
	AssetsOfJob(ctx context.Context, jobID int64) ([]db.Asset, error)
	Entries(ctx context.Context, f db.EntryFilter) ([]db.Entry, error)
	Profile(ctx context.Context, id int64) (db.Profile, error)
	Durations(ctx context.Context, model string, seconds int, resolution string, limit int) ([]time.Duration, error)
}

// Commands is what the feed can ask for. Each commits before it returns. *jobs.Engine is one.
type Commands interface {
	Prices(ctx context.Context, profileID int64) (client.PriceTable, error)
	Release(ctx context.Context, ids ...int64) error
	Discard(ctx context.Context, id int64) error
	StopWatching(ctx context.Context, id int64) error
	WatchAgain(ctx context.Context, id int64) error
	Adopt(ctx context.Context, jobID int64, taskID string) error
	NotCharged(ctx context.Context, jobID int64) error
	WasCharged(ctx context.Context, jobID int64) error
	SendAgain(ctx context.Context, jobID int64) (db.Job, error)
	SubmitVideos(ctx context.Context, profileID int64, requests []client.VideoRequest, how jobs.SubmitOptions) ([]db.Job, error)
	SubmitImages(ctx context.Context, profileID int64, requests []client.ImageRequest, how jobs.SubmitOptions) ([]db.Job, error)
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

	Started time.Time                                          // of the program: the session goes back to here, or to the start of the day
	Now     func() time.Time                                   // in the location of the person
	Post    func(func())                                       // runs a function on the window's goroutine
	Go      func(func())                                       // runs a function on another goroutine
	After   func(d time.Duration, f func()) (stop func() bool) // runs a function on another goroutine, later
	Random  func() int64                                       // any non-negative integer: the seed of One more
	Copy    func(text string)                                  // puts a text on the clipboard
	Log     *slog.Logger

	Notify   bool       // whether "Notify when done" starts switched on
	OnNotify func(bool) // it was switched

	OnOpen   func(db.Asset)                    // in the player or viewer
	OnReveal func(db.Asset)                    // in the file manager
	OnReuse  func(job db.Job, promptOnly bool) // into the composer
}
