package db

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"viviscope/client/guard"
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
	// moveName is the journal of a copy, in the new folder until that is the library. Once it is opened as one no move goes on in it.
	moveName = "viviscope.move"
	// movedSuffix is that of the note beside a folder that is being renamed, which says where to.
	movedSuffix = ".moved-to"
)

// moveJournal is what the journal, and the note, say.
type moveJournal struct {
	From string `json:"from"` // absolute
	To   string `json:"to"`
}

// ErrOccupied: the folder that a library was to move to holds other things, or is part of the library.
var ErrOccupied = errors.New("the folder is not empty")

// MoveLibrary moves a library, which no program may have open ([ErrLocked]), to a folder that is empty or absent ([ErrOccupied] otherwise),
// and has the program switch to it. On one file system that is a rename. Else every file is copied, synced and read again, the database
// last; then the switch; then what was copied is deleted in the old folder.
//
// A crash, or an error, at any point leaves a whole library: the old one until the switch, the new one after it. Until the switch calling
// MoveLibrary again goes on where it was. Where a crash came between a rename and the switch, [Whereabouts] finds the folder. What a crash
// after the switch leaves of the old folder stays there: nothing is ever deleted by what a journal says.
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
	lock, err := lockFolder(from) // until nothing is left to be deleted: so the old library cannot be changed meanwhile
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	var copied []moved
	renamed, err := m.rename(from, to)
	if err == nil && !renamed {
		copied, err = m.copyAll(ctx, from, to)
	}
	if err == nil {
		err = m.step("before switch")
	}
	if err != nil {
		return err
	}
	if err := m.Switch(); err != nil {
		if renamed {
			if back := guard.RetryInUse(func() error { return os.Rename(to, from) }); back != nil {
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
	if err := errors.Join(removePath(filepath.Join(to, moveName)), m.removeCopied(from, copied), lock.Close()); err != nil {
		return err
	}
	removeEmpty(from)
	return nil
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

// settleSource brings everything that the library knows into its files: the write-ahead log into the database, and what sidecars lack.
func (m Move) settleSource(ctx context.Context, from string) error {
	l, err := Open(ctx, from, m.Library)
	if err != nil {
		return err
	}
	return errors.Join(l.FlushSidecars(ctx), l.keepAlbums(ctx), l.Close())
}

// rename moves the folder at once, where that can be. The note beside the old place is on the disk before: a program that is started after
// a crash must not take the empty place for a new library.
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
	if err != nil || guard.RetryInUse(func() error { return os.Rename(from, to) }) != nil {
		return false, removePath(note)
	}
	return true, errors.Join(folder.SyncPath(filepath.Dir(to)), folder.SyncPath(filepath.Dir(from)), m.step("renamed"))
}

// Whereabouts returns where a library is that a program looks for in dir: dir itself, or where it was just moved to by a program that was
// killed before it could say so.
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

// copyAll makes a copy of a library's folder, the database last, and returns what it copied.
func (m Move) copyAll(ctx context.Context, from, to string) ([]moved, error) {
	if err := os.MkdirAll(to, folder.DirMode); err != nil {
		return nil, err
	}
	if err := writeMove(filepath.Join(to, moveName), moveJournal{From: from, To: to}); err != nil {
		return nil, err
	}
	if err := m.step("journal written"); err != nil {
		return nil, err
	}
	all, total, err := filesOf(from)
	if err != nil {
		return nil, err
	}
	if err := removeOthers(to, all); err != nil {
		return nil, err
	}
	done, dirs := int64(0), map[string]bool{}
	for _, f := range all {
		if err := m.copyOne(ctx, from, to, f); err != nil {
			return nil, fmt.Errorf("copy %s: %w", f.rel, err)
		}
		dirs[filepath.Dir(filepath.Join(to, f.rel))] = true
		done += f.info.Size()
		if m.Progress != nil {
			m.Progress(done, total)
		}
		if err := m.step("copied " + f.rel); err != nil {
			return nil, err
		}
	}
	for d := range dirs {
		if err := folder.SyncPath(d); err != nil {
			return nil, err
		}
	}
	return all, m.step("all copied")
}

// isAt reports whether the file stands at a path, as it was when it was listed.
func (f moved) isAt(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Size() == f.info.Size() && info.ModTime().Equal(f.info.ModTime())
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

// removeOthers removes from the new folder what an earlier attempt copied and the library does not have any more; also the database of an
// earlier attempt, which may speak of it.
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

// copyOne copies a file and reads it again, unless an earlier attempt did.
func (m Move) copyOne(ctx context.Context, from, to string, f moved) error {
	source, target := filepath.Join(from, f.rel), filepath.Join(to, f.rel)
	if f.isAt(target) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(target), folder.DirMode); err != nil {
		return err
	}
	part := target + movingSuffix
	want, err := copySynced(ctx, source, part)
	if err == nil {
		err = m.step("written " + f.rel)
	}
	if err != nil {
		return err
	}
	hash, err := hashPath(ctx, part)
	if err == nil && !bytes.Equal(hash, want) {
		err = errors.New("what was read again is not what was written")
	}
	if err == nil {
		err = os.Chtimes(part, f.info.ModTime(), f.info.ModTime())
	}
	if err != nil {
		return err
	}
	return guard.RetryInUse(func() error { return os.Rename(part, target) })
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

// removeCopied deletes from the old folder what was copied and has not changed since, the database first: without it the folder is no
// library any more, in which a job could be sent a second time.
func (m Move) removeCopied(from string, copied []moved) error {
	for _, f := range slices.Backward(copied) {
		path := filepath.Join(from, f.rel)
		if !f.isAt(path) {
			continue
		}
		err := os.Remove(path)
		if err == nil && f.rel == folder.Database {
			err = folder.SyncPath(from) // a power cut does not bring it back
		}
		if err = errors.Join(err, m.step("removed "+f.rel)); err != nil {
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
