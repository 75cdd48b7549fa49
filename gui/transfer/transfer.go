// Package transfer brings files into the library and takes copies out of it.
//
// [Import] takes files and folders, with what stands beside them (sidecars) and inside them (texts.go). [Export] makes
// a folder or a zip of copies, with sidecars and the settings written into the copies where that is asked
// for. [Recalled] reads from one file what made it. These do work on disks: they are called off the window's goroutine, stop
// with their context, and no bad file stops them. [ShowImport], [ShowExport] and, for a film of clips, [ShowJoin] are the sheets that ask
// and show how far it is; [ShowFilm] does so for a [Plan], the film of a board and its export, which a [Timeline] tells other programs.
//
// What leaves the library never holds a key or a link that opens something. A sidecar says what the library's own says,
// costs too, because it is meant for the same person; what is written into a copy is only how to make the file again, its
// tags and its star, because pictures are passed on.
//
// Export writes to a name that nobody looks for, and renames that once all is there. What was cancelled or failed leaves
// nothing behind. Originals are only read.
package transfer

import (
	"context"
	"io"
	"os"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/media"
	"viviscope/gui/media/player"
)

// Deps is what the sheets need from the rest of the program.
type Deps struct {
	action.Host
	action.Viewer
	action.Chooser
	action.Navigator
	Library Library
	Posters media.Pictures
	Folder  string // where the first export goes

	Organizer action.Organizer
	Player    *player.Player // for previews
}

// Library is what files are imported into and exported from. *db.Library is one.
type Library interface {
	db.Rows
	Dir() string
	Import(ctx context.Context, name string, data io.Reader, m db.ImportMeta) (a db.Asset, known bool, err error)
	OpenFile(rel string) (*os.File, error)
	AbsPath(rel string) (string, error)
	JobByRef(ctx context.Context, ref string) (db.Job, error)
	AssetByRef(ctx context.Context, ref string) (db.Asset, error)
	Setting(ctx context.Context, name string, into any) (bool, error)
	SetSetting(ctx context.Context, name string, value any) error
}

// settingExport is the library's setting that keeps how a person exported the last time.
const settingExport = "export.choice"
