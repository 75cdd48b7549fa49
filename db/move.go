package db

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

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
	From string `json:"from"` // absolute
	To   string `json:"to"`
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
func MoveLibrary(ctx context.Context, from, to string, m Move) (err error) {
	defer wrapTo(&err, "move library %s to %s", from, to)
	if from, err = realPath(from); err != nil {
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
	lock, err := lockFolder(from)
	if err != nil {
		return err
	}
	renamed, err := m.rename(from, to)
	if err == nil && !renamed {
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

// rename moves the folder at once, where that can be. The note beside the old place is on the disk before: a program that
// is started after a crash must not take the empty place for a new library.
func (m Move) rename(from, to string) (done bool, err error) {
	if _, err := os.Stat(filepath.Join(to, moveName)); m.copyOnly || err == nil {
		return false, nil
	}
	note := from + movedSuffix
	if writeMove(note, moveJournal{From: from, To: to}) != nil {
		return false, nil
	}
	if err := m.step("note written"); err != nil {
		return false, err
	}
	if err = os.Remove(to); err == nil || errors.Is(err, fs.ErrNotExist) {
		err = os.MkdirAll(filepath.Dir(to), folder.DirMode)
	}
	if err != nil || os.Rename(from, to) != nil {
		return false, removePath(note)
	}
	return true, errors.Join(folder.SyncPath(filepath.Dir(to)), folder.SyncPath(filepath.Dir(from)), m.step("renamed"))
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
func FinishMove(ctx context.Context, dir string) (err error) {
	defer wrapTo(&err, "finish move to %s", dir)
	to, err := realPath(dir)
	if err != nil {
		return err
	}
	return Move{step: func(string) error { return nil }}.finish(ctx, to)
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
	return folder.WritePrivate(path, func(w io.Writer) error { return json.NewEncoder(w).Encode(j) })
}

// moved is a file that moves.
type moved struct {
	rel  string
	info fs.FileInfo
}

// copyAll makes a copy of a library's folder, the database last.
func (m Move) copyAll(ctx context.Context, from, to string) error {
	if err := os.MkdirAll(to, folder.DirMode); err != nil {
		return err
	}
	name, j := filepath.Join(to, moveName), moveJournal{From: from, To: to}
	if err := writeMove(name, j); err != nil {
		return err
	}
	if err := m.step("journal written"); err != nil {
		return err
	}
	all, total, err := filesOf(from)
	if err != nil {
		return err
	}
	if err := removeOthers(to, all); err != nil {
		return err
	}
	done, dirs := int64(0), map[string]bool{}
	for _, f := range all {
		hash, err := m.copyOne(ctx, from, to, f)
		if err != nil {
			return fmt.Errorf("copy %s: %w", f.rel, err)
		}
		if f.rel == folder.Database {
			j.Database = hex.EncodeToString(hash)
		}
		dirs[filepath.Dir(filepath.Join(to, f.rel))] = true
		done += f.info.Size()
		if m.Progress != nil {
			m.Progress(done, total)
		}
		if err := m.step("copied " + f.rel); err != nil {
			return err
		}
	}
	for d := range dirs {
		if err := folder.SyncPath(d); err != nil {
			return err
		}
	}
	return errors.Join(writeMove(name, j), m.step("all copied"))
}

// filesOf lists the plain files of a folder, the database last, without what belongs to a running program.
func filesOf(dir string) (all []moved, total int64, err error) {
	var database []moved
	err = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		rel, relErr := filepath.Rel(dir, p)
		info, err := d.Info()
		switch {
		case relErr != nil || err != nil:
			return errors.Join(relErr, err)
		case rel == lockName || rel == moveName:
			return nil
		case rel == folder.Database:
			database = []moved{{rel, info}}
		default:
			all = append(all, moved{rel, info})
		}
		total += info.Size()
		return nil
	})
	return append(all, database...), total, err
}

// removeOthers removes from the new folder what an earlier attempt copied and the library does not have any more; also the
// database of an earlier attempt, which may speak of it.
func removeOthers(to string, all []moved) error {
	wanted := map[string]bool{}
	for _, f := range all {
		wanted[f.rel] = f.rel != folder.Database
	}
	there, _, err := filesOf(to)
	for _, f := range slices.Backward(there) { // its database first
		if !wanted[f.rel] {
			err = errors.Join(err, os.Remove(filepath.Join(to, f.rel)))
		}
	}
	return err
}

// movingSuffix is that of a file that is being copied; without it, a file in the new folder is whole and was read again.
const movingSuffix = ".moving"

// copyOne copies a file, reads it again and returns its hash; nil where an earlier attempt has copied it.
func (m Move) copyOne(ctx context.Context, from, to string, f moved) (hash []byte, err error) {
	source, target := filepath.Join(from, f.rel), filepath.Join(to, f.rel)
	if info, err := os.Stat(target); err == nil && info.Size() == f.info.Size() && info.ModTime().Equal(f.info.ModTime()) {
		return nil, nil
	}
	if err := os.MkdirAll(filepath.Dir(target), folder.DirMode); err != nil {
		return nil, err
	}
	part := target + movingSuffix
	want, err := copySynced(ctx, source, part)
	if err != nil {
		return nil, err
	}
	if err := m.step("written " + f.rel); err != nil {
		return nil, err
	}
	hash, err = hashPath(ctx, part)
	if err == nil && !bytes.Equal(hash, want) {
		err = errors.New("what was read again is not what was written")
	}
	if err != nil {
		return nil, err
	}
	if err := os.Chtimes(part, f.info.ModTime(), f.info.ModTime()); err != nil {
		return nil, err
	}
	return hash, os.Rename(part, target)
}

// copySynced copies a file, on the disk when it returns, and returns the hash of what it read.
func copySynced(ctx context.Context, source, target string) (hash []byte, err error) {
	in, err := os.Open(source)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	out, err := os.OpenFile(target, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, folder.FileMode)
	if err != nil {
		return nil, err
	}
	h := sha256.New()
	_, err = io.Copy(io.MultiWriter(out, h), folder.Reader(ctx, in))
	return h.Sum(nil), errors.Join(err, folder.IgnoreUnsupported(out.Sync()), out.Close())
}

func hashPath(ctx context.Context, path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, folder.Reader(ctx, f))
	return h.Sum(nil), err
}

// finish deletes the old folder after the switch, the database first so that it is no library any more, but only what the
// new folder has in the same size and not older. What is not ours stays where it is.
func (m Move) finish(ctx context.Context, to string) error {
	name := filepath.Join(to, moveName)
	j, err := readMove(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil || j.To != to || !isLibrary(to) {
		return errors.Join(err, errors.New("the journal is another move's"))
	}
	all, _, err := filesOf(j.From)
	if errors.Is(err, fs.ErrNotExist) {
		return removePath(name)
	}
	if err != nil {
		return err
	}
	lock, err := lockFolder(j.From)
	if err != nil {
		return err
	}
	if err = j.compare(ctx); err == nil {
		err = m.removeMoved(ctx, j, all)
	}
	var changed *ChangedSinceError
	if err = errors.Join(err, lock.Close()); err != nil && !errors.As(err, &changed) {
		return err
	}
	if err == nil {
		removeEmpty(j.From)
	}
	return errors.Join(err, removePath(name))
}

// compare finds out whether the old database, where it is still there, is the one that was copied, and the new one goes on from
// it. [*ChangedSinceError] where not.
func (j moveJournal) compare(ctx context.Context) error {
	old := filepath.Join(j.From, folder.Database)
	hash, err := hashPath(ctx, old)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // an earlier attempt deleted it
	}
	if err != nil {
		return err
	}
	if hex.EncodeToString(hash) != j.Database || hasLeft(old, "-wal") || hasLeft(old, "-journal") {
		return &ChangedSinceError{j.From}
	}
	goesOn := false
	err = withDatabase(filepath.Join(j.To, folder.Database), "_query_only=1&_busy_timeout=5000", func(pool *sql.DB) error {
		if _, err := pool.ExecContext(ctx, "ATTACH ? AS old", dsn(old, "mode=ro&immutable=1")); err != nil {
			return err
		}
		// Made at the same moment, and no table has gone back behind the last number that it gave.
		return pool.QueryRowContext(ctx, `SELECT (SELECT applied_at FROM main.migrations WHERE number = 1) =
				(SELECT applied_at FROM old.migrations WHERE number = 1)
			AND NOT EXISTS (SELECT 1 FROM old.sqlite_sequence AS was LEFT JOIN main.sqlite_sequence AS now USING (name)
				WHERE name IN ('jobs', 'assets', 'ledger') AND coalesce(now.seq, 0) < was.seq)`).Scan(&goesOn)
	})
	if err == nil && !goesOn {
		err = &ChangedSinceError{j.From}
	}
	return err
}

// coarse is how exact the time of a file is on a disk that knows it least (FAT).
const coarse = 2 * time.Second

// removeMoved deletes from the old folder what the new one has.
func (m Move) removeMoved(ctx context.Context, j moveJournal, all []moved) error {
	for _, f := range slices.Backward(all) {
		if err := ctx.Err(); err != nil {
			return err
		}
		there, err := os.Stat(filepath.Join(j.To, f.rel))
		if err != nil || f.info.ModTime().After(there.ModTime().Add(coarse)) {
			continue
		}
		// The database lives on in the new folder, and grows; so do sidecars.
		if there.Size() != f.info.Size() && f.rel != folder.Database && filepath.Ext(f.rel) != ".json" {
			continue
		}
		if err := os.Remove(filepath.Join(j.From, f.rel)); err != nil {
			return err
		}
		if err := m.step("removed " + f.rel); err != nil {
			return err
		}
	}
	return nil
}

// removeEmpty removes a folder with those of its folders that are empty, and the lock of a library.
func removeEmpty(dir string) {
	_ = os.Remove(filepath.Join(dir, lockName))
	var dirs []string
	_ = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			dirs = append(dirs, p)
		}
		return nil
	})
	for _, d := range slices.Backward(dirs) {
		_ = os.Remove(d) // not where something is in it
	}
}

func removePath(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
