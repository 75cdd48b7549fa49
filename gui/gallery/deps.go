package gallery

import (
	"context"
	"time"
	"viviscope/db"
	"viviscope/db/search"
	"viviscope/gui/action"
	"viviscope/gui/facts"
	"viviscope/gui/media"
	"viviscope/gui/media/player"
)

// Library is the part of the library that the gallery uses. *db.Library implements it. Its methods are called off the
// window's goroutine.
type Library interface {
	facts.Library
	action.Settings
	AbsPath(rel string) (string, error)
	Index(ctx context.Context) (*search.Index, error)
	Loading() bool // any goroutine
	NewestAssets(ctx context.Context, limit int) ([]db.Asset, error)
	AssetsByID(ctx context.Context, ids []int64) ([]db.Asset, error)
	Names(ctx context.Context, now time.Time) (search.Names, error)
	Profiles(ctx context.Context) ([]db.Profile, error)
	Duplicates(ctx context.Context) ([][]db.Asset, error)

	StarAll(ctx context.Context, ids []int64, on bool) (db.Undo, error)
	TrashAll(ctx context.Context, ids []int64) (db.Undo, error)
	RestoreAll(ctx context.Context, ids []int64) (db.Undo, error)
	DeleteForever(ctx context.Context, ids []int64) (int, error)
	EmptyTrash(ctx context.Context) (int, error)
	TrashDays(ctx context.Context) (int, error)
	Undo(ctx context.Context, u db.Undo) (db.Undo, error)
	SetNote(ctx context.Context, id int64, note string) (db.Undo, error)

	AddTag(ctx context.Context, tag string, ids ...int64) (db.Undo, error)
	RemoveTag(ctx context.Context, tag string, ids ...int64) (db.Undo, error)
	RenameTag(ctx context.Context, tag, to string) (db.Undo, error)

	Albums(ctx context.Context) ([]db.Album, error)
	SaveAlbum(ctx context.Context, a db.Album) (db.Album, error)
	RenameAlbum(ctx context.Context, ref, name string) (db.Undo, error)
	DeleteAlbum(ctx context.Context, ref string) (db.Undo, error)
	ArrangeAlbums(ctx context.Context, refs ...string) error
	AddToAlbum(ctx context.Context, ref string, ids ...int64) (db.Undo, error)
	RemoveFromAlbum(ctx context.Context, ref string, ids ...int64) (db.Undo, error)
	MoveInAlbum(ctx context.Context, ref string, ids []int64, before int64) error
}

// Deps are the dependencies of the gallery.
type Deps struct {
	action.Host
	Viewer    action.Viewer
	Creator   action.Creator
	Exchange  action.Exchange
	Navigator action.Navigator
	Library   Library
	Pictures  media.Pictures
	Player    *player.Player // plays a clip in the pane
	// Check queues clips for a check in the background and returns their number; nil: clips cannot be checked. Any
	// goroutine.
	Check func(clips ...int64) int
	Judge facts.Judge // nil: every file that can be shown counts as whole
}
