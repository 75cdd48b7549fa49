package editor

import (
	"context"
	"io"
	"log/slog"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/live"
	"viviscope/gui/media"
)

// Library is what the canvas reads. *db.Library is one. Its methods are called off the window's goroutine.
type Library interface {
	AssetByRef(ctx context.Context, ref string) (db.Asset, error)
	Job(ctx context.Context, id int64) (db.Job, error)
	Entries(ctx context.Context, f db.EntryFilter) ([]db.Entry, error)
	Profile(ctx context.Context, id int64) (db.Profile, error)

	Family(ctx context.Context, ref string) (db.Family, error)
	LostEdits(ctx context.Context, ref string, limit int) ([]db.Job, error)
	Import(ctx context.Context, name string, data io.Reader, m db.ImportMeta) (a db.Asset, known bool, err error)
}

// Drafts keeps what stands on the canvases across restarts. *db.Library is one.
type Drafts interface {
	Setting(ctx context.Context, name string, into any) (bool, error)
	SetSetting(ctx context.Context, name string, value any) error
}

// Deps is what the canvas needs. Everything above the callbacks is required. All callbacks are called on the window's
// goroutine; a nil one takes its control away.
type Deps struct {
	Library Library
	Drafts  Drafts
	Thumbs  media.Pictures
	Live    *live.Jobs

	// Read returns the bytes of an asset's file. Fetch gets a picture from the web, capped and checked, with the name that it
	// goes by. Frame returns one frame of a clip as a PNG. All are called off the window's goroutine.
	Read  func(ctx context.Context, a db.Asset) ([]byte, error)
	Fetch func(ctx context.Context, url string) (name string, data []byte, err error)
	Frame func(ctx context.Context, clip db.Asset, at time.Duration) ([]byte, error)

	Post    func(func())                                       // runs a function on the window's goroutine, later
	Go      func(func())                                       // runs a function on another goroutine
	After   func(d time.Duration, f func()) (stop func() bool) // runs a function on another goroutine, later
	Now     func() time.Time                                   // in the location of the person
	Canvas  func() fyne.Canvas                                 // of the window; nil while there is none
	Refresh func()                                             // asks for an Update soon, on any goroutine
	Pasted  func() string                                      // the text on the clipboard
	Log     *slog.Logger

	Keys action.KeysOf

	OnChooseFile    func(picked func(path string))              // a picture of this computer should be chosen
	OnChooseGallery func(picked func(db.Asset))                 // a picture or clip of the library should be chosen
	OnSaveFile      func(name string, picked func(path string)) // a place for a file should be chosen
	OnState         func(State)                                 // what stands on the canvas changed
	OnUse           func(a db.Asset)                            // make a clip from a picture: it is the first frame
	OnCompare       func(before, after db.Asset)                // two pictures beside each other
	OnPrompt        func()                                      // the keyboard should go to the prompt
	OnSend          func(asItWas bool)                          // send what is on the canvas, with its marks or as it was
	Hosting         func() bool                                 // whether a picture without a link can be a frame; nil: it cannot
}
