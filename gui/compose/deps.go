package compose

import (
	"context"
	"encoding/json"
	"errors"
	"image"
	"log/slog"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/client/linkcheck"
	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/live"
	"viviscope/gui/price"
)

// Account is the profile in front, and whether anything can be sent with it.
type Account struct {
	db.Profile
	NoKey    bool // the profile has no key, neither stored nor for this session
	ReadOnly bool // the library can only be looked at; NoKey is true as well
}

// Engine takes orders, changes and sends jobs that are held, and knows what they cost today. It commits before it
// returns, and sends nothing itself. *jobs.Engine is one.
type Engine interface {
	Submit(ctx context.Context, profileID int64, orders []jobs.Order, how jobs.Terms) ([]db.Job, error)
	Revise(ctx context.Context, id int64, o jobs.Order) error
	Release(ctx context.Context, how jobs.Terms, ids ...int64) error
	Price(ctx context.Context, profileID int64, orders []jobs.Order) (jobs.Quote, error)
}

// Deps is what the composer needs, by what it serves: the parts of the composer get no more than their own of it. What is not
// said to be nil is required. All callbacks are called on the window's goroutine.
type Deps struct {
	Runtime
	Window
	Live *live.Jobs // how far what was sent is
	Money
	Memory
	Pictures
	Easel
	Leads
}

// Runtime is where things run and by which clock.
type Runtime struct {
	Post   func(func())                                       // runs a function on the window's goroutine
	Go     func(func())                                       // runs a function on another goroutine
	After  func(d time.Duration, f func()) (stop func() bool) // runs a function on another goroutine, later
	Now    func() time.Time                                   // the clock by which links die
	Random func() int64                                       // any non-negative integer
	Log    *slog.Logger
}

// Window is the window that the composer stands in, and its clipboard.
type Window struct {
	Canvas func() fyne.Canvas // of the window; nil: whichever shows the composer
	Copy   func(text string)  // puts a text on the clipboard
	Pasted func() string      // the text on the clipboard
}

// Money is who pays, what takes the orders, and what is known of charges. Its functions are called off the window's goroutine.
type Money struct {
	Profile func(ctx context.Context) (Account, error) // the one in front
	Engine  Engine
	Sender  *price.Sender // asks before it costs more than a limit allows

	// Samples returns what the newest pictures of a kind, a size and a quality were charged, in micro-units of a currency, at most
	// limit of them. Nil: the price is that of the table alone.
	Samples func(ctx context.Context, profileID int64, kind db.JobKind, size, quality, currency string, limit int) ([]int64, error)
}

// Memory is what is kept from one session to the next. Its functions are called off the window's goroutine, but for OfLibrary.
type Memory struct {
	Drafts  Drafts
	Prompts func(ctx context.Context, words string, limit int) ([]string, error) // earlier ones that hold all the words, the newest first; nil: there are none

	// Recalled returns the job whose settings a file carries. OfLibrary says at once whether a file is one of the library's own.
	// Both nil: no file is asked for its settings.
	Recalled  func(ctx context.Context, path string) (db.Job, error)
	OfLibrary func(path string) bool
}

// Pictures is how pictures are read.
type Pictures struct {
	File  func(ctx context.Context, u form.Upload) ([]byte, error)          // a local picture or that of an asset, capped and checked; called off the window's goroutine
	Look  func(ctx context.Context, link string) (linkcheck.Picture, error) // at what is behind a link; called off the window's goroutine
	Asset func(ctx context.Context, ref string) (db.Asset, error)           // of the library; called off the window's goroutine
	Thumb func(a db.Asset, px int, done func(image.Image)) (cancel func())  // its picture, at most px on the longer side; done comes on any goroutine, nil: there is none
}

// Easel is the edit canvas, which holds the first picture of an edit. Without Picture there is none: the first picture stands in
// a slot like the others, and nothing else of it is called.
type Easel struct {
	Picture       *PictureSource
	OnCanvas      func(a db.Asset)            // a picture of the library should be opened on it
	OnCanvasDrop  func(files, links []string) // pictures from elsewhere should; a file is absolute, or relative to the library
	OnRestore     func(job db.Job)            // what a job drew should be on it again: one of the job's inputs has a Drawing
	OnOpenPicture func()                      // a picture should be chosen for it
	OnAssemble    func(pictures []form.Slot)  // pictures should be placed upon what is on it; they are then taken out of the form
	OnCanvasWay   func(form.CanvasWay)        // what is on it is sent in another way: the profile changed, or what stands beside it
}

// Leads is where the composer leads to, and what it tells.
type Leads struct {
	OnKind      func(db.JobKind) // another kind of job is in front, or the first one; may be called from New
	OnSubmitted func([]db.Job)   // the rows of a click are committed
	OnDropped   func()           // something was dropped: the composer should be in front

	OnGallery     func(place int)                // a picture should be chosen for a slot, -1: for the next one of the edit; it comes back by UseAsset or EditAsset
	OnAsset       func(ref string)               // an asset should be shown
	OnChooseFile  func(picked func(path string)) // a picture of this computer should be chosen
	OnChooseBatch func()                         // a list should be chosen; it comes back by BatchFile
	OnHost        func()                         // image hosting should be set up for the profile in front
	OnAddKey      func()                         // a key should be entered
	OnPriceTable  func()                         // the prices should be shown
	OnEnterPrices func()                         // prices should be entered: one is not known
}

// PictureSource is the edit canvas as the composer sees it: the composer knows by SetPicture what lies on it, and asks for
// the picture itself at the click.
type PictureSource struct {
	// Bake makes one flat picture of what is on the canvas now, with its marks or without them. Called off the window's
	// goroutine. Its error is shown to people as it is.
	Bake func(ctx context.Context, marks bool) (Baked, error)
}

// Baked is one flat picture of the canvas.
type Baked struct {
	PNG           []byte
	Width, Height int             // pixels of PNG
	Asset         string          // ref of the library's picture below; "": an empty sheet
	Drawing       json.RawMessage // what was done to it, to be restored later; nil: nothing
	Parts         []string        // refs of the library's pictures that were placed upon it
}

// errCanvasMoved says why there is no picture of the canvas at a click.
var errCanvasMoved = errors.New("something else is on the canvas than at the click")
