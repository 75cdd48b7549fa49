package gallery

import (
	"context"
	"image"
	"log/slog"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/facts"
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

// Options say what a gallery works with. All functions are called on the window's goroutine unless they say otherwise.
type Options struct {
	Library Library
	Thumbs  Thumbs
	Nav     action.Nav
	Post    func(func())                                // runs a function on the window's goroutine, later
	Run     func(func())                                // runs a function away from it
	After   func(d time.Duration, f func()) func() bool // as [time.AfterFunc], the result its Stop
	Now     func() time.Time                            // its location decides where days begin
	Log     *slog.Logger

	Keys         action.KeysOf // nil: actions have the keys that they come with
	ReduceMotion func() bool   // a person wants nothing to move by itself

	Play      func(clip db.Asset) (view fyne.CanvasObject, stop func()) // what shows a clip that plays in the pane, and what ends that
	Price     func(db.Job) jobs.Quote                                   // what one more costs today; away from the window's goroutine
	OnChanged func()                                                    // the order that Sequence gives was read anew
}
