// Package transfer imports files into a library and exports copies. Its functions access disks and must not run on a
// window's goroutine. They stop with their context. A bad file does not stop them.
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
// Exports never contain a key, or a link that grants access. A sidecar of an export contains what the
// library's own does, with costs, because it is for the same user. A copy contains only how to make the file again, its
// tags and its star, because pictures are passed on.
//
// Export writes to a hidden name and renames that once all is there. An export that was cancelled or that failed leaves
// nothing behind. Originals are only read.
package transfer

import (
	"context"
	"io"
	"os"

	"viviscope/db"
)

// Library contains the methods of *db.Library that imports and exports use.
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
