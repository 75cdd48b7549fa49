package db

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"viviscope/db/folder"
)

// Move says how a library's folder moves.
type Move struct {
	// Switch makes the program use the new folder from now on, for ever: it is called once all of it is there. Required.
	Switch func() error
	// Progress is called now and then with the bytes that are copied and of all, on the moving goroutine; nil: nobody asks.
	Progress func(done, total int64)
	Library  Options

	copyOnly bool                    // as between two disks
	step     func(name string) error // for tests: an error is a crash at that point
}

const (
	// moveName is the journal of a move, in the new folder until the old one is gone.
	moveName = "viviscope.move"
	// movedSuffix is that of the note beside a folder that is being renamed, which says where to.
	movedSuffix = ".moved-to"
)

// moveJournal is what the journal, and the note, say.
type moveJournal struct {
	From string    `json:"from"` // absolute
	To   string    `json:"to"`
	At   time.Time `json:"at"`
	// Database is the hash of the database that was copied: only as long as the old one still has it is that one deleted.
	Database string `json:"database,omitempty"`
}

// ChangedSinceError: the folder that a library was moved from may hold what the library does not have. Nothing in it was deleted.
type ChangedSinceError struct{ Folder string }

func (e *ChangedSinceError) Error() string {
	return e.Folder + " was changed after the library was moved from it"
}

// ErrOccupied: the folder that a library was to move to holds other things, or is part of the library.
var ErrOccupied = errors.New("the folder is not empty")

// MoveLibrary moves a library, which no program may have open ([ErrLocked]), to a folder that is empty or absent
// ([ErrOccupied] otherwise), and has the program switch to it. On one file system that is a rename. Else every file is
// copied, synced and read again, the database last; then the switch; then the old folder's copies are deleted.
//
// A crash, or an error, at any point leaves a whole library: the old one until the switch, the new one after it. Calling
// MoveLibrary again goes on where it was. Where a crash came between a rename and the switch, [Whereabouts] finds the
// folder. What is left of the old folder after a crash is removed by [FinishMove].
func MoveLibrary(ctx context.Context, from, to string, m Move) error {
	return wrap(moveLibrary(ctx, from, to, m), "move library %s to %s", from, to)
}

func moveLibrary(ctx context.Context, from, to string, m Move) error {
	from, err := realPath(from)
	if err != nil {
		return err
	}
	if to, err = realPath(to); err != nil {
		return err
	}
	if m.step == nil {
		m.step = func(string) error { return nil }
	}
	if err := checkTarget(from, to); err != nil {
		return err
	}
	if err := m.settleSource(ctx, from); err != nil {
		return err
	}
	lock := flockOf(from)
	if got, err := lock.TryLock(); err != nil || !got {
		return errors.Join(err, ErrLocked)
	}
	renamed, err := m.rename(from, to)
	if errors.Is(err, errCannotRename) {
		err = m.copyAll(ctx, from, to)
	}
	if err = errors.Join(err, lock.Close()); err != nil {
		return err
	}
	if err := m.step("before switch"); err != nil {
		return err
	}
	if err := m.Switch(); err != nil {
		if renamed {
			if back := os.Rename(to, from); back != nil {
				return errors.Join(err, back) // the note stays: it alone says where the library is
			}
			err = errors.Join(err, folder.SyncPath(filepath.Dir(from)), removePath(from+movedSuffix))
		}
		return err
	}
	if err := m.step("after switch"); err != nil {
		return err
	}
	if renamed {
		return removePath(from + movedSuffix)
	}
	return m.finish(ctx, to)
}

func flockOf(dir string) *flock.Flock {
	return flock.New(filepath.Join(dir, lockName), flock.SetPermissions(folder.FileMode))
}

// realPath makes a path absolute and resolves what of it is there.
func realPath(p string) (string, error) {
	abs, err := filepath.Abs(p)
	if err != nil {
		return "", err
	}
	if resolved, err := filepath.EvalSymlinks(abs); err == nil {
		return resolved, nil
	}
	parent, err := filepath.EvalSymlinks(filepath.Dir(abs))
	if err != nil {
		return abs, nil // it will be made
	}
	return filepath.Join(parent, filepath.Base(abs)), nil
}

// checkTarget refuses a folder that holds anything but the beginning of this same move.
func checkTarget(from, to string) error {
	if !isLibrary(from) {
		return fmt.Errorf("%w: there is no library", ErrNotFound)
	}
	for _, pair := range [][2]string{{from, to}, {to, from}} {
		if rel, err := filepath.Rel(pair[0], pair[1]); err == nil && (rel == "." || filepath.IsLocal(rel)) {
			return fmt.Errorf("%w: one folder is in the other", ErrOccupied)
		}
	}
	entries, err := os.ReadDir(to)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	if j, err := readMove(filepath.Join(to, moveName)); err == nil && j.From == from {
		return nil
	}
	return ErrOccupied
}

// settleSource brings everything that the library knows into its files: the write-ahead log into the database, and what
// sidecars lack.
func (m Move) settleSource(ctx context.Context, from string) error {
	l, err := Open(ctx, from, m.Library)
	if err != nil {
		return err
	}
	return errors.Join(l.FlushSidecars(ctx), l.keepAlbums(ctx), l.Close())
}

var errCannotRename = errors.New("not to be renamed")

// rename moves the folder at once, where that can be. The note beside the old place is on the disk before: a program that
// is started after a crash must not take the empty place for a new library.
func (m Move) rename(from, to string) (done bool, err error) {
	if _, err := os.Stat(filepath.Join(to, moveName)); m.copyOnly || err == nil {
		return false, errCannotRename
	}
	if err := writeMove(from+movedSuffix, moveJournal{From: from, To: to, At: m.now()}); err != nil {
		return false, errCannotRename
	}
	if err := m.step("note written"); err != nil {
		return false, err
	}
	if err := os.Remove(to); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, errors.Join(errCannotRename, removePath(from+movedSuffix))
	}
	if err := os.MkdirAll(filepath.Dir(to), folder.DirMode); err != nil {
		return false, errors.Join(err, removePath(from+movedSuffix))
	}
	if err := os.Rename(from, to); err != nil {
		return false, errors.Join(errCannotRename, removePath(from+movedSuffix))
	}
	return true, errors.Join(folder.SyncPath(filepath.Dir(to)), folder.SyncPath(filepath.Dir(from)), m.step("renamed"))
}

func (m Move) now() time.Time {
	if m.Library.Now != nil {
		return m.Library.Now()
	}
	return time.Now()
}

// Whereabouts returns where a library is that a program looks for in dir: dir itself, or where it was just moved to by a
// program that was killed before it could say so.
func Whereabouts(dir string) string {
	abs, err := realPath(dir)
	if err != nil || isLibrary(abs) {
		return dir
	}
	if j, err := readMove(abs + movedSuffix); err == nil && j.From == abs && isLibrary(j.To) {
		return j.To
	}
	return dir
}

// FinishMove deletes what a killed program left of the folder that the library in dir was moved from. It must be called
// only once dir is the folder that is used. It does nothing where no move is unfinished, and deletes nothing that is newer there.
// Error: [*ChangedSinceError] where both are libraries of their own by now; the next call does nothing.
func FinishMove(ctx context.Context, dir string) error {
	to, err := realPath(dir)
	if err != nil {
		return wrap(err, "finish move to %s", dir)
	}
	m := Move{step: func(string) error { return nil }}
	return wrap(m.finish(ctx, to), "finish move to %s", dir)
}

func readMove(path string) (moveJournal, error) {
	var j moveJournal
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, &j)
	}
	if err == nil && (!filepath.IsAbs(j.From) || !filepath.IsAbs(j.To) || strings.ContainsRune(j.From+j.To, 0)) {
		err = errors.New("no journal of a move")
	}
	return j, err
}

// writeMove writes a journal, on the disk when it returns.
func writeMove(path string, j moveJournal) error {
	data, err := json.Marshal(j)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(path+".part", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, folder.FileMode)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err := errors.Join(err, folder.IgnoreUnsupported(f.Sync()), f.Close()); err != nil {
		return err
	}
	return errors.Join(os.Rename(path+".part", path), folder.SyncPath(filepath.Dir(path)))
}
