package db

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
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

// movingSuffix is that of a file that is being copied; without it, a file in the new folder is whole and was read again.
const movingSuffix = ".moving"

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
	journal := filepath.Join(to, moveName)
	if _, err := os.Stat(journal); err != nil {
		if err := writeMove(journal, moveJournal{From: from, To: to, At: m.now()}); err != nil {
			return err
		}
	}
	if err := m.step("journal written"); err != nil {
		return err
	}
	all, total, err := filesOf(from)
	if err != nil {
		return err
	}
	if err := m.removeOthers(to, all); err != nil {
		return err
	}
	done, dirs := int64(0), map[string]bool{}
	for _, f := range all {
		if err := m.copyOne(ctx, from, to, f); err != nil {
			return fmt.Errorf("copy %s: %w", f.rel, err)
		}
		dirs[filepath.Dir(filepath.Join(to, f.rel))] = true
		if f.rel == folder.Database { // it is the last: everything that it speaks of is there for good
			if err := noteDatabase(ctx, journal, filepath.Join(to, folder.Database)); err != nil {
				return err
			}
			break
		}
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
	if m.Progress != nil {
		m.Progress(total, total)
	}
	return m.step("all copied")
}

// filesOf lists the plain files of a folder, the database last, without what belongs to a running program.
func filesOf(dir string) (all []moved, total int64, err error) {
	err = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		rel, err := filepath.Rel(dir, p)
		if err != nil {
			return err
		}
		if rel == lockName || rel == moveName || strings.HasSuffix(rel, movingSuffix) {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		all = append(all, moved{rel, info})
		total += info.Size()
		return nil
	})
	slices.SortStableFunc(all, func(a, b moved) int { return lastIf(a.rel == folder.Database) - lastIf(b.rel == folder.Database) })
	return all, total, err
}

func lastIf(last bool) int {
	if last {
		return 1
	}
	return 0
}

// removeOthers removes from the new folder what an earlier attempt copied and the library does not have any more; also the
// database of an earlier attempt, which may speak of it.
func (m Move) removeOthers(to string, all []moved) error {
	wanted := map[string]bool{}
	for _, f := range all {
		wanted[f.rel] = f.rel != folder.Database
	}
	there, _, err := filesOf(to)
	if err != nil {
		return err
	}
	for _, f := range slices.Backward(there) { // its database first
		if !wanted[f.rel] {
			if err := os.Remove(filepath.Join(to, f.rel)); err != nil {
				return err
			}
		}
	}
	return nil
}

// copyOne copies a file, unless an earlier attempt has, and reads it again.
func (m Move) copyOne(ctx context.Context, from, to string, f moved) error {
	source, target := filepath.Join(from, f.rel), filepath.Join(to, f.rel)
	if info, err := os.Stat(target); err == nil && info.Size() == f.info.Size() && info.ModTime().Equal(f.info.ModTime()) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(target), folder.DirMode); err != nil {
		return err
	}
	part := target + movingSuffix
	want, err := copySynced(ctx, source, part)
	if err != nil {
		return err
	}
	if err := m.step("written " + f.rel); err != nil {
		return err
	}
	got, err := hashPath(ctx, part)
	if err != nil {
		return err
	}
	if !bytes.Equal(got, want) {
		return errors.New("what was read again is not what was written")
	}
	if err := os.Chtimes(part, f.info.ModTime(), f.info.ModTime()); err != nil {
		return err
	}
	return os.Rename(part, target)
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

// noteDatabase writes the hash of the database that was copied into the journal.
func noteDatabase(ctx context.Context, journal, database string) error {
	j, err := readMove(journal)
	if err != nil {
		return err
	}
	hash, err := hashPath(ctx, database)
	if err != nil {
		return err
	}
	j.Database = hex.EncodeToString(hash)
	return writeMove(journal, j)
}

// finish deletes the old folder after the switch, the database first so that it is no library any more, but only what the
// new folder has in the same size and not older. What is not ours stays where it is.
func (m Move) finish(ctx context.Context, to string) error {
	journal := filepath.Join(to, moveName)
	j, err := readMove(journal)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil || j.To != to || !isLibrary(to) {
		return errors.Join(err, errors.New("the journal is another move's"))
	}
	all, _, err := filesOf(j.From)
	if errors.Is(err, fs.ErrNotExist) {
		return removePath(journal)
	}
	if err != nil {
		return err
	}
	lock := flockOf(j.From)
	if got, err := lock.TryLock(); err != nil || !got {
		return errors.Join(err, ErrLocked)
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
	return errors.Join(err, removePath(journal))
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
	if hex.EncodeToString(hash) != j.Database || hasWAL(old) || hasJournal(old) {
		return &ChangedSinceError{j.From}
	}
	was, err := lineageOf(ctx, old, "mode=ro&immutable=1")
	if err != nil {
		return err
	}
	is, err := lineageOf(ctx, filepath.Join(j.To, folder.Database), "_query_only=1&_busy_timeout=5000")
	if err != nil {
		return err
	}
	if is.born != was.born || is.jobs < was.jobs || is.assets < was.assets || is.entries < was.entries {
		return &ChangedSinceError{j.From} // the new one does not go on from it
	}
	return nil
}

// lineage tells databases apart: when one was made, and the last number that each of its tables gave, which never goes back.
type lineage struct{ born, jobs, assets, entries int64 }

func lineageOf(ctx context.Context, path, options string) (l lineage, err error) {
	const last = "coalesce((SELECT seq FROM sqlite_sequence WHERE name = '%s'), 0)"
	err = withDatabase(path, options, func(pool *sql.DB) error {
		return pool.QueryRowContext(ctx, fmt.Sprintf("SELECT applied_at, "+last+", "+last+", "+last+" FROM migrations WHERE number = 1",
			"jobs", "assets", "ledger")).Scan(&l.born, &l.jobs, &l.assets, &l.entries)
	})
	return l, err
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
