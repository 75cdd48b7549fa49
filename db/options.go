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
	// ReadOnly opens a library that is only looked at, where its disk takes no writes: a copy of its database in a
	// temporary folder, so that an older one can be migrated and what a crash left beside it is taken in. Nothing
	// in the library's folder changes, all writes are refused with [folder.ErrReadOnly], and the copy is deleted by
	// Close.
	ReadOnly bool
	// StartupDelay is how long nothing is read or swept that nobody asked for, so that a window can be filled
	// first; 0: not at all.
	StartupDelay time.Duration
	// Progress is called by [Rebuild] and [RestoreBackup] for each file, on their goroutine; nil: nobody asks.
	Progress func(done, total int)
	// Probe says what a file that is imported says itself. It is called with the kind that the first bytes say and
	// the file's absolute path, on the importing goroutine; nil: clips have neither size nor length, and pictures
	// the size of their header.
	Probe func(ctx context.Context, kind AssetKind, path string) (Media, error)
}
