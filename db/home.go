package db

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"viviscope/db/folder"
)

const lockName = "viviscope.lock"

// moveName is the journal that earlier versions wrote while they moved a library, in the new folder.
const moveName = "viviscope.move"

const (
	unfinishedName = folder.Database + ".part" // incomplete new database
	finishedName   = folder.Database + ".new"  // complete new database, about to replace the old one
)

// home is the folder of a library with its lock, clock and log.
type home struct {
	*folder.Folder
	lock *flock.Flock // nil: not locked
	now  func() time.Time
	log  *slog.Logger
	// moving is write-locked while files change their folder, so that sidecars are written to the right place.
	moving sync.RWMutex
}

func newHome(dir string, o Options) *home {
	h := &home{Folder: folder.At(dir), now: o.Now, log: o.Log}
	if h.now == nil {
		h.now = time.Now
	}
	if h.log == nil {
		h.log = slog.New(slog.DiscardHandler)
	}
	return h
}

// Now returns the time of the library's clock.
func (h *home) Now() time.Time { return h.now() }

// Log returns the logger for problems that do not stop the library.
func (h *home) Log() *slog.Logger { return h.log }

// IsLibrary reports whether a folder contains a library, even if its database is missing.
func IsLibrary(dir string) bool {
	for _, name := range []string{folder.Database, finishedName, folder.Files} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return true
		}
	}
	return false
}

// openFolder takes the lock and creates missing subfolders.
func (h *home) openFolder() error {
	if err := folder.MakePrivate(h.Dir()); err != nil {
		return err
	}
	var err error
	if h.lock, err = lockFolder(h.Dir()); err != nil {
		return err
	}
	if err := h.Make(); err != nil {
		return err
	}
	return h.Remove(moveName) // left by an earlier version
}

func flockOf(dir string) *flock.Flock {
	return flock.New(filepath.Join(dir, lockName), flock.SetPermissions(folder.FileMode))
}

// close closes the folder and releases the lock.
func (h *home) close() error {
	err := h.Folder.Close()
	if h.lock != nil {
		err = errors.Join(err, h.lock.Close())
	}
	return wrap(err, "close library %s", h.Dir())
}

// openShared opens the folder for reading only, with a shared lock.
func (h *home) openShared() error {
	lock := flockOf(h.Dir())
	got, err := lock.TryRLock()
	switch {
	case err != nil: // no lock file, and it cannot be created
	case !got:
		return ErrLocked
	default:
		h.lock = lock
	}
	return h.Folder.Open()
}

// lockFolder locks a library's folder, or returns [ErrLocked].
func lockFolder(dir string) (*flock.Flock, error) {
	lock := flockOf(dir)
	got, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("lock: %w", err)
	}
	if !got {
		return nil, ErrLocked
	}
	return lock, nil
}

// adoptFinished renames a complete new database to its final name, if the old one was moved away already.
func (h *home) adoptFinished() error {
	if there, err := h.Exists(folder.Database); err != nil || there {
		return err
	}
	if there, err := h.Exists(finishedName); err != nil || !there {
		return err
	}
	return errors.Join(h.Rename(finishedName, folder.Database), h.SyncDir("."))
}
