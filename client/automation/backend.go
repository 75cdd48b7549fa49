package automation

import (
	"context"
	"time"

	"viviscope/client/jobs"
	"viviscope/client/linkcheck"
	"viviscope/db"
	"viviscope/db/boards"
)

// Backend are what a [Server] needs of the program around library and engine: profiles with their keys, the network, and what boards
// and files are made with. Safe for concurrent use. An error that is to reach the caller in its own words is a *[Failure].
type Backend interface {
	// Profile is that of a call: of a name, or of a base URL that need not be saved; without both the one that was in front last, else the
	// sandbox, which is made. key, where there is one, serves it for this run and is kept nowhere.
	Profile(ctx context.Context, name, baseURL, key string) (db.Profile, error)

	// LookAt fetches and measures the picture behind a link. Addresses of this computer and its network are refused, but for the profile's own.
	LookAt(ctx context.Context, p db.Profile, link string) (linkcheck.Picture, error)

	// Picture reads a picture of the library, or where path is set one of this computer, upright and as the service takes it.
	Picture(ctx context.Context, a db.Asset, path string) ([]byte, error)

	// Plan is what a click on a board would send: of a stage (keyframes, clips, or "" for both), or of some cards. The problems stand in its
	// way. Where it sends, last frames of clips that the first frames of others are become pictures of the library; a price does nothing.
	Plan(ctx context.Context, v boards.View, stage string, cards []string, sends bool) ([]jobs.Order, []Problem, error)

	// Look is a JPEG of a picture, or of the frame of a clip at a time, below 0 its poster, of at most px a side.
	Look(ctx context.Context, a db.Asset, at time.Duration, px int) ([]byte, error)

	// Export writes assets, or those of a board with its documents, into a new folder or archive. ExportArgs.Folder is absolute, or "" for
	// that of programs.
	Export(ctx context.Context, assets []db.Asset, v *boards.View, o ExportArgs) (FilesAnswer, error)

	// Import takes files and folders of this computer into the library.
	Import(ctx context.Context, paths []string) (FilesAnswer, error)

	// Join makes one film of clips in the library, or of the takes of a board, whose newest film it is then.
	Join(ctx context.Context, clips []db.Asset, v *boards.View, o JoinArgs, progress func(done, total int)) (JoinAnswer, error)

	// Changed says that the library changed in a way that the engine announces to nobody: tags, imports, films, boards.
	Changed()
}
