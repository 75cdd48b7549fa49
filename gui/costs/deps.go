package costs

import (
	"context"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/action"
)

// Library is what this place reads and, where a person asks for it, adds to. *db.Library is one.
type Library interface {
	Profiles(ctx context.Context) ([]db.Profile, error)
	Ledger(ctx context.Context, f db.LedgerFilter, before int64, limit int) (rows []db.LedgerRow, more bool, err error)
	LedgerSums(ctx context.Context, f db.LedgerFilter) ([]db.LedgerSums, error)
	Breakdown(ctx context.Context, f db.LedgerFilter, by db.LedgerGrouping, loc *time.Location) ([]db.LedgerGroup, error)
	CostPerSecondKept(ctx context.Context, f db.LedgerFilter) ([]db.CostRate, error)
	CostPerStarred(ctx context.Context, f db.LedgerFilter) ([]db.CostRate, error)
	Tags(ctx context.Context) ([]db.TagCount, error)
	Albums(ctx context.Context) ([]db.Album, error)

	Prices(ctx context.Context, profileID int64, at time.Time) (db.Prices, error)
	PriceLater(ctx context.Context, prices []db.LaterPrice) (written []db.Entry, left []int64, err error)
	Explain(ctx context.Context, profileID int64, currency string, from, to time.Time, differenceMicros int64) ([]db.Suspect, error)
	Correct(ctx context.Context, c db.Correction) (db.Entry, error)
}

// Engine knows how budgets stand, and is told what a person added to a profile's ledger, off the window's goroutine. *jobs.Engine is one.
type Engine interface {
	Price(ctx context.Context, profileID int64, orders []jobs.Order) (jobs.Quote, error)
	LedgerCorrected(profileID int64)
}

// Prices is the table of prices. *prices.Pane is one.
type Prices interface {
	Content() fyne.CanvasObject
	Focus() // brings the keyboard to the first field
	Save()
	Update(ctx context.Context) // off the window's goroutine
}

// Window is what the place needs of the window around it, beside its Host.
type Window interface {
	action.Nav
	Refresh() // asks for an Update of this place soon; any goroutine
	// ChangeProfile changes settings of a profile in its row as it stands when it is called. Called off the window's goroutine.
	ChangeProfile(ctx context.Context, profile int64, change func(*db.Profile)) error
}

// Deps is what the place needs from the rest of the program.
type Deps struct {
	action.Host
	Window  Window
	Library Library
	Engine  Engine
	Prices  Prices // the price table, at the right; nil: none
}
