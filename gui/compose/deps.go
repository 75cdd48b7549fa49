package compose

import (
	"context"
	"log/slog"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
)

// Account is the profile in front, and whether anything can be sent with it.
type Account struct {
	db.Profile
	NoKey bool // the profile has no key, neither stored nor for this session
}

// Submitter takes orders. It commits the rows of a click before it returns, and sends nothing itself.
// *jobs.Engine is one.
type Submitter interface {
	SubmitVideos(ctx context.Context, profileID int64, requests []client.VideoRequest, how jobs.SubmitOptions) ([]db.Job, error)
	SubmitImages(ctx context.Context, profileID int64, requests []client.ImageRequest, how jobs.SubmitOptions) ([]db.Job, error)
}

// Prices knows what a profile's service charges today; an empty table where nobody entered prices.
// *jobs.Engine is one.
type Prices interface {
	Prices(ctx context.Context, profileID int64) (client.PriceTable, error)
}

// Deps is what the composer needs. Everything but the callbacks is required. All callbacks are called on the
// window's goroutine; a nil one takes its control away.
type Deps struct {
	Profile   func(ctx context.Context) (Account, error) // the one in front; called off the window's goroutine
	Prices    Prices
	Submitter Submitter
	Drafts    Drafts

	Post   func(func())                                       // runs a function on the window's goroutine
	Go     func(func())                                       // runs a function on another goroutine
	After  func(d time.Duration, f func()) (stop func() bool) // runs a function on another goroutine, later
	Random func() int64                                       // any non-negative integer
	Canvas func() fyne.Canvas                                 // of the window; nil: whichever shows the composer
	Copy   func(text string)                                  // puts a text on the clipboard
	Log    *slog.Logger

	OnSubmitted  func([]db.Job) // the rows of a click are committed
	OnPriceTable func()         // the prices should be shown
	OnAddKey     func()         // a key should be entered
}
