package db

import (
	"context"
	"log/slog"
	"time"
)

// Options configures a library. The zero value is usable.
type Options struct {
	Now func() time.Time // nil: time.Now
	Log *slog.Logger     // nil: no log
	// ReadOnly opens the library for reading only, for example on a read-only disk. It copies the database to a
	// temporary folder, where it can be migrated and recovered after a crash. Nothing in the library's folder changes,
	// and all writes return [folder.ErrReadOnly]. Close deletes the copy.
	ReadOnly bool
	// StartupDelay postpones loading the index and sweeping after Open, so that the window can be filled first; 0: no
	// delay.
	StartupDelay time.Duration
	// Progress is called by [Rebuild] and [RestoreBackup] for each file, on their goroutine; may be nil.
	Progress func(done, total int)
	// Probe returns the metadata of a file, given its absolute path and its kind according to the first bytes. It is
	// called on the importing goroutine. nil: clips get no size and length, and pictures the size in their header.
	Probe func(ctx context.Context, kind AssetKind, path string) (Media, error)
}
