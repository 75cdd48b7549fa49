package db

import (
	"context"
	"log/slog"
	"time"
)

// Options are the surroundings of a library. The zero value is usable.
type Options struct {
	Now func() time.Time // nil: time.Now
	Log *slog.Logger     // nil: nothing is logged
	// ReadOnly opens a library for reading only, for example on a disk that takes no writes. It opens a copy of the
	// database in a temporary folder, so that an older one can be migrated and the leftovers of a crash are included.
	// Nothing in the library's folder changes, all writes are refused with [folder.ErrReadOnly], and the copy is
	// deleted by Close.
	ReadOnly bool
	// StartupDelay postpones background reading and sweeping after the start, so that a window can be filled first; 0:
	// not at all.
	StartupDelay time.Duration
	// Progress is called by [Rebuild] and [RestoreBackup] for each file, on their goroutine; may be nil.
	Progress func(done, total int)
	// Probe returns the metadata of an imported file. It is called with the kind according to the first bytes and the
	// file's absolute path, on the importing goroutine. nil: clips have neither size nor length, and pictures the size
	// in their header.
	Probe func(ctx context.Context, kind AssetKind, path string) (Media, error)
}
