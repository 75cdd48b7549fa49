package gallery

import (
	"context"
	"image"
	"log/slog"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/facts"
	"viviscope/gui/keymap"
)

// Library is what the gallery reads and writes. *db.Library is one. Its methods are called away from the window's goroutine.
type Library interface {
	facts.Rows
	Index(ctx context.Context, f db.AssetFilter) ([]db.GridRow, error)
	Loading() bool // may be called anywhere
	Days(ctx context.Context, f db.AssetFilter, in *time.Location) ([]db.Span, error)
	CountAssets(ctx context.Context, f db.AssetFilter) (int, error)
	NewestAssets(ctx context.Context, limit int) ([]db.Asset, error)
	AssetsByID(ctx context.Context, ids []int64) ([]db.Asset, error)
	Names(ctx context.Context, now time.Time) (db.Names, error)
	Suggest(ctx context.Context, typed string, limit int) ([]db.Suggestion, error)
	Profiles(ctx context.Context) ([]db.Profile, error)
	Family(ctx context.Context, ref string) (db.Family, error)
	Duplicates(ctx context.Context) ([][]db.Asset, error)

	StarAll(ctx context.Context, ids []int64, on bool) (db.Undo, error)
	TrashAll(ctx context.Context, ids []int64) (db.Undo, error)
	RestoreAll(ctx context.Context, ids []int64) (db.Undo, error)
	DeleteForever(ctx context.Context, ids []int64) (int, error)
	EmptyTrash(ctx context.Context) (int, error)
	TrashDays(ctx context.Context) (int, error)
	Undo(ctx context.Context, u db.Undo) (db.Undo, error)
	SetNote(ctx context.Context, id int64, note string) (db.Undo, error)

	Tags(ctx context.Context) ([]db.TagCount, error)
	AddTag(ctx context.Context, tag string, ids ...int64) (db.Undo, error)
	RemoveTag(ctx context.Context, tag string, ids ...int64) (db.Undo, error)
	RenameTag(ctx context.Context, tag, to string) (db.Undo, error)

	Albums(ctx context.Context) ([]db.Album, error)
	SaveAlbum(ctx context.Context, a db.Album) (db.Album, error)
	DeleteAlbum(ctx context.Context, ref string) error
	ArrangeAlbums(ctx context.Context, refs ...string) error
	AddToAlbum(ctx context.Context, ref string, ids ...int64) (db.Undo, error)
	RemoveFromAlbum(ctx context.Context, ref string, ids ...int64) (db.Undo, error)
	MoveInAlbum(ctx context.Context, ref string, ids []int64, before int64) error

	Setting(ctx context.Context, name string, into any) (bool, error)
	SetSetting(ctx context.Context, name string, value any) error
}

// Thumbs gives pictures of assets; px is the longer side in device pixels. What is asked for last is made first. *media.Thumbs is one.
type Thumbs interface {
	Cached(asset db.Asset, px int) (image.Image, bool)  // at this size, without IO
	Nearest(asset db.Asset, px int) (image.Image, bool) // at any size, without IO
	Request(asset db.Asset, px int, done func(image.Image, error)) (cancel func())
	Fit(pixels int)                                                      // how many device pixels the window has
	Strip(asset db.Asset, done func(image.Image, error)) (cancel func()) // 16 pictures of a clip in a row; may come twice
}

// Options say what a gallery works with. Library, Thumbs and Post are required; an action whose function is nil is not offered. All
// functions are called on the window's goroutine unless they say otherwise.
type Options struct {
	Library Library
	Thumbs  Thumbs
	Post    func(func())                                // runs a function on the window's goroutine, later
	Run     func(func())                                // runs a function away from it; nil: on a new goroutine
	After   func(d time.Duration, f func()) func() bool // as [time.AfterFunc], the result its Stop; nil: that
	Now     func() time.Time                            // nil: time.Now. Its location decides where days begin
	Log     *slog.Logger                                // nil: none

	Keys func(id string) []keymap.Chord // that a command has now, by its ID; nil: its own

	ReduceMotion func() bool // a person wants nothing to move by itself; nil: it may

	AbsPath func(rel string) (string, error) // where an asset lies, for Copy path
	// OnCopyFiles puts files on the clipboard, as file managers do; away from the window's goroutine. nil: it cannot be done here.
	OnCopyFiles func(paths []string) error

	OnView   func(id int64) // show it in the viewer; nil: OnOpen
	OnOpen   func(db.Asset) // in the system's player or viewer
	OnReveal func(db.Asset) // in its folder
	OnReuse  func(db.Job)   // put the job's settings into the composer

	// OnPlay plays a clip in the detail pane: it returns what shows it there, and what ends it and lets go. nil: Space opens it.
	OnPlay func(a db.Asset) (view fyne.CanvasObject, stop func())

	OnReuseHow  func(job db.Job, how form.How) // as OnReuse, but as much of it as is said; nil: everything is all there is
	OnFrame     func(a db.Asset, place int)    // put a picture into a slot of the composer: 0 first frame, 1 last
	OnLastFrame func(db.Asset)                 // ask what to do with the last frame of a clip
	OnEdit      func(db.Asset)                 // edit a picture
	OnCompare   func(a, b db.Asset)            // show two pictures beside each other
	OnComparing func(a, b db.Asset)            // show two clips beside each other
	OnAgain     func(db.Job)                   // make the result of a job once more, at its price
	Again       func(db.Job) string            // what that costs today, in words; called away from the window's goroutine
	OnLedger    func(db.Job)                   // what it cost, entry by entry
	OnSeed      func(seed int64)               // use a seed in the composer
	OnExport    func(ids []int64)              // export a selection, in its order
	OnSheet     func(ids []int64)              // put several pictures on one sheet, in their order
	Hosting     func() bool                    // whether a picture without a link can be a frame; nil: it cannot
	OnCreate    func()                         // go and make something: offered where nothing is here yet
	OnChanged   func()                         // the order that Sequence gives was read anew
}

func (o *Options) fill() {
	if o.Run == nil {
		o.Run = func(fn func()) { go fn() }
	}
	if o.After == nil {
		o.After = func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.ReduceMotion == nil {
		o.ReduceMotion = func() bool { return false }
	}
}
