package automation

import (
	"context"
	"time"

	"viviscope/client/jobs"
	"viviscope/client/linkcheck"
	"viviscope/db"
	"viviscope/db/boards"
)

// Backend contains the parts of the program that a [Server] uses, besides the library and the engine. It is safe for
// concurrent use. An error with a text for the caller is a *[Failure].
type Backend interface {
	// Profile returns the profile with a name or a base URL, even if it is not saved. Without both it returns the last
	// selected one, else the sandbox, which it creates if needed. A key that is not empty is used for the profile in
	// this run and not stored.
	Profile(ctx context.Context, name, baseURL, key string) (db.Profile, error)

	// Models returns the IDs of the models that the service of a profile lists. The call is free; not every service has
	// such a list.
	Models(ctx context.Context, p db.Profile) ([]string, error)

	// LookAt downloads and measures the picture of a link. Addresses of this computer and its network are refused,
	// except the profile's own.
	LookAt(ctx context.Context, p db.Profile, link string) (linkcheck.Picture, error)

	// Picture reads an asset, or a local file if path is set, upright and in a format that the service accepts.
	Picture(ctx context.Context, a db.Asset, path string) ([]byte, error)

	// Plan returns the orders of a click on a stage of a board (see [BoardArgs]) or on cards, and the problems that
	// prevent it. If sends is true, last frames of clips that are the first frames of others are stored
	// as pictures of the library.
	Plan(ctx context.Context, v boards.View, stage string, cards []string, sends bool) ([]jobs.Order, []Problem, error)

	// Look returns a JPEG of a picture, or of the frame of a clip at a time, of at most px a side. A time below 0 means
	// the poster.
	Look(ctx context.Context, a db.Asset, at time.Duration, px int) ([]byte, error)

	// Export writes assets, or those of a board with its documents, into a new folder or archive. Without
	// ExportArgs.Folder it uses the folder for exports of programs.
	Export(ctx context.Context, assets []db.Asset, v *boards.View, o ExportArgs) (FilesAnswer, error)

	// Import adds files and folders of this computer to the library.
	Import(ctx context.Context, paths []string) (FilesAnswer, error)

	// Join makes a film of clips, or of the takes of a board.
	Join(ctx context.Context, clips []db.Asset, v *boards.View, o JoinArgs, progress func(done, total int)) (JoinAnswer,
		error)

	// Changed announces a change of the library that the engine does not announce: of tags, imports, films or boards.
	Changed()
}
