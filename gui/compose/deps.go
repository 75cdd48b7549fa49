// Package compose is the composer: the form in Create, left of the session or right of the canvas, that turns a prompt into a request.
//
// What it holds and decides is package form: one draft per kind of job, which rules its fields break, what it will cost,
// and the requests that a click sends. What is here shows that and changes it.
//
// [Screen] shows a order.Form. Its methods belong to the window's goroutine, except Update and Flush, which read and write
// the library and are called on any other goroutine, and Handle and Close, which any goroutine may call. What is around
// it comes through the interfaces of [Deps].
//
// # The click
//
// It stands in submit.go, from top to bottom. What the foot prices is what is sent: the order of the last rendering goes, as the
// value it is, to the engine, which makes the rows or says which limit stands in the way. Then, or where it makes many jobs, a
// [price.Sender] asks, once, with the prompts in its question. The price on the button is what is agreed to: where it is dearer by the
// time of the press, that is asked about too. A list of jobs and a picture on the other model go the same way, and a list counts as a whole.
//
// A click under way does not lock the form. The same form pressed again meanwhile is a press that slipped: one click. Another
// form pressed meanwhile waits, one at most, as it was pressed and with the price that was shown. Where the click before it came
// to nothing, it is dropped, and the foot says so.
//
// A held job can stand in the form in place of the drafts ([Screen.EditHeld]). It is saved through the engine, never as a
// draft, and the drafts come back as they were. Where it is to be sent it is saved before anything is asked.
//
// # Pictures
//
// A slot is a order.Slot and the widget that shows it. What the widget shows follows from the one and from what is known by looking
// at its picture: a look happens in the background, once for each picture, and ends when its slot holds something else. What it
// found out (pixels, the life of a link) goes into the form, and counts as no change of the person's.
//
// The first picture of an edit lies on the edit canvas: [Screen.SetPicture] says what lies there, and the slots hold what goes
// beside it. What is drawn is made into one picture at the click, away from the window's goroutine and before any row is
// committed; a picture that cannot be made, or that is not the one whose price was shown, makes no job. The rows know what lay
// below, what was drawn and what was placed upon it. A held job in the form has its own pictures, whatever lies on the canvas.
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
	"viviscope/gui/live"
	"viviscope/gui/price"
)

// Account is the profile in front, and whether anything can be sent with it.
type Account struct {
	db.Profile
	NoKey    bool // the profile has no key, neither stored nor for this session
	ReadOnly bool // the library can only be looked at; NoKey is true as well
}

// Deps is what the composer needs. All of it is required.
type Deps struct {
	action.Host
	Exchange   action.Exchange
	Chooser    action.Chooser
	Navigator  action.Navigator
	Library    Library
	EditCanvas EditCanvas
	Engine     Engine
	Sender     *price.Sender // asks before it costs more than a limit allows
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

// Library is what is kept, and where pictures are read from. Its methods are called off the window's goroutine, but for Thumb and Owns.
type Library interface {
	action.Settings
	upload.Reader
	Times
	Account(ctx context.Context) (Account, error)                              // the one in front
	Prompts(ctx context.Context, words string, limit int) ([]db.Prompt, error) // earlier ones that hold all the words, the newest first
	AssetByRef(ctx context.Context, ref string) (db.Asset, error)              // that is not in the trash
	LookAt(ctx context.Context, link string) (linkcheck.Picture, error)        // at what is behind a link
	Thumb(a db.Asset, px int, done func(image.Image)) (cancel func())          // at most px long; done comes on any goroutine, nil: none
	Recalled(ctx context.Context, path string) (db.Job, error)                 // the job whose settings a file carries
	Owns(path string) bool                                                     // says at once whether a file is one of the library's own

	// PictureSamples returns what the newest picture calls of a profile were charged in a currency, newest first.
	PictureSamples(ctx context.Context, profileID int64, currency string) ([]db.PictureSample, error)
}

// Times says how long jobs took. *db.Library is one.
type Times interface {
	// Durations returns how long clips of a model, length and resolution took, newest first, at most limit of them.
	Durations(ctx context.Context, profileID int64, model string, seconds int, resolution string, limit int) ([]time.Duration, error)
	ModelStats(ctx context.Context, f ledger.Filter) ([]ledger.ModelStats, error)
}

// EditCanvas is where the first picture of an edit lies. The composer knows by [Screen.SetPicture] what lies on it. Its methods belong to
// the window's goroutine, but for Bake.
type EditCanvas interface {
	ShowKind(kind db.JobKind)    // another kind of job is in front, or the first one; may be called from New
	OpenAsset(a db.Asset)        // a picture of the library
	Open(pictures []order.Slot)  // a file is absolute, or relative to the library
	Restore(job db.Job)          // what a job drew: one of its inputs has a Drawing
	ChooseFile()                 // lets a person choose a picture for it
	Place(pictures []order.Slot) // upon what is on it
	SetWay(way order.CanvasWay)  // how what is on it is sent

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
