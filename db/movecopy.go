package db

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
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
	if err := os.MkdirAll(to, dirMode); err != nil {
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
		if f.rel == databaseName { // it is the last: everything that it speaks of is there for good
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
		if err := syncPath(d); err != nil {
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
	slices.SortStableFunc(all, func(a, b moved) int { return lastIf(a.rel == databaseName) - lastIf(b.rel == databaseName) })
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
		wanted[f.rel] = f.rel != databaseName
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
	if err := os.MkdirAll(filepath.Dir(target), dirMode); err != nil {
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
	out, err := os.OpenFile(target, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, fileMode)
	if err != nil {
		return nil, err
	}
	h := sha256.New()
	_, err = io.Copy(io.MultiWriter(out, h), &untilDone{ctx, in})
	return h.Sum(nil), errors.Join(err, ignoreUnsupported(out.Sync()), out.Close())
}

func hashPath(ctx context.Context, path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, &untilDone{ctx, f})
	return h.Sum(nil), err
}

// finish deletes the old folder after the switch, the database first so that it is no library any more, but only what the
// new folder has in the same size. What is not ours stays where it is.
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
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	lock := flockOf(j.From)
	if err == nil {
		if got, err := lock.TryLock(); err != nil || !got {
			return errors.Join(err, ErrLocked)
		}
	}
	for _, f := range slices.Backward(all) {
		if err := ctx.Err(); err != nil {
			return errors.Join(err, lock.Close())
		}
		there, err := os.Stat(filepath.Join(to, f.rel))
		// The database lives on in the new folder, and grows.
		if err != nil || there.Size() != f.info.Size() && !strings.HasPrefix(f.rel, databaseName) && filepath.Ext(f.rel) != ".json" {
			continue
		}
		if err := os.Remove(filepath.Join(j.From, f.rel)); err != nil {
			return errors.Join(err, lock.Close())
		}
		if err := m.step("removed " + f.rel); err != nil {
			return errors.Join(err, lock.Close())
		}
	}
	if err := lock.Close(); err != nil {
		return err
	}
	removeEmpty(j.From)
	return removePath(journal)
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

func syncPath(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(ignoreUnsupported(d.Sync()), d.Close())
}
