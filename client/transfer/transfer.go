// Package transfer imports files into a library and exports copies. Start with [Import], [Export] and [Join]. The
// functions access disks and must not run on a window's goroutine. They stop when their context ends. A bad file does
// not stop them.
//
// From top to bottom:
//
//	film.go              the export of a board; join.go joins clips to a film
//	import.go, export.go import of files and folders, export of copies
//	record.go            how a file was made, from its sidecar or the file itself
//	formats.go           the forms in which a board is exported; timeline.go writes those of other programs
//	texts.go             texts inside pictures and clips: png.go, jpeg.go; metadata.go: their names and bounds
//	names.go             file names that every system takes; plainfile.go opens files that are no links or devices
//
// Exports never contain an API key, or a link that grants access. A sidecar contains what the sidecar in the library
// contains, including costs, because it is for the same user. A copy contains only how to make the file again, its tags
// and its star, because users pass pictures on.
//
// Export writes to a hidden name and renames it when the export is complete. A cancelled or failed export leaves
// nothing behind. Originals are only read.
package transfer

import (
	"context"
	"io"
	"os"

	"viviscope/db"
)

// Library is the subset of *db.Library that this package uses.
type Library interface {
	db.ProvenanceSource
	Dir() string
	Import(ctx context.Context, name string, data io.Reader, m db.ImportMeta) (a db.Asset, known bool, err error)
	OpenFile(rel string) (*os.File, error)
	AbsPath(rel string) (string, error)
	JobByRef(ctx context.Context, ref string) (db.Job, error)
	AssetByRef(ctx context.Context, ref string) (db.Asset, error)
	Setting(ctx context.Context, name string, into any) (bool, error)
	SetSetting(ctx context.Context, name string, value any) error
}
