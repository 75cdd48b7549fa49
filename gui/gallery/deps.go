package gallery

import (
	"context"
	"image"
	"log/slog"
	"time"

	"viviscope/db"
	"viviscope/gui/compose/form"
)

// Library is what the gallery reads and writes. *db.Library is one. Its methods are called away from the window's goroutine.
type Library interface {
	Assets(ctx context.Context, f db.AssetFilter) ([]db.Asset, error) // newest first
	CountAssets(ctx context.Context, f db.AssetFilter) (int, error)
	Job(ctx context.Context, id int64) (db.Job, error)
	Entries(ctx context.Context, f db.EntryFilter) ([]db.Entry, error)
	Profiles(ctx context.Context) ([]db.Profile, error)
	SetStarred(ctx context.Context, id int64, on bool) error
	Trash(ctx context.Context, id int64) (db.Asset, error)
	Restore(ctx context.Context, id int64) (db.Asset, error)
}

// Thumbs gives pictures of assets; px is the longer side in device pixels. *media.Thumbs is one.
type Thumbs interface {
	Cached(asset db.Asset, px int) (image.Image, bool)  // at this size, without IO
	Nearest(asset db.Asset, px int) (image.Image, bool) // at any size, without IO
	Request(asset db.Asset, px int, done func(image.Image, error)) (cancel func())
}

// Options say what a gallery works with. Library, Thumbs and Post are required; an action whose function is nil is not offered.
type Options struct {
	Library Library
	Thumbs  Thumbs
	Post    func(func())     // runs a function on the window's goroutine, later
	Run     func(func())     // runs a function away from it; nil: on a new goroutine
	Now     func() time.Time // nil: time.Now. Its location decides where days begin
	Log     *slog.Logger     // nil: none

	AbsPath  func(rel string) (string, error) // where an asset lies, for Copy path
	OnOpen   func(db.Asset)                   // in the system's player or viewer
	OnReveal func(db.Asset)                   // in its folder
	OnReuse  func(db.Job)                     // put the job's settings into the composer

	OnReuseHow func(job db.Job, how form.How) // as OnReuse, but as much of it as is said; nil: everything is all there is
	OnFrame    func(a db.Asset, place int)    // put a picture into a slot of the composer: 0 first frame, 1 last
	OnEdit     func(db.Asset)                 // edit a picture
	OnCompare  func(a, b db.Asset)            // show two pictures beside each other
	OnAgain    func(db.Job)                   // make the result of a job once more, at its price
	Again      func(db.Job) string            // what that costs today, in words; called away from the window's goroutine
	Hosting    func() bool                    // whether a picture without a link can be a frame; nil: it cannot
	OnCreate   func()                         // go and make something: offered where nothing is here yet
}

func (o *Options) fill() {
	if o.Run == nil {
		o.Run = func(fn func()) { go fn() }
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
}
