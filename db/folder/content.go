package folder

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"

	"viviscope/client/guard"
)

// SaveInput stores a local picture that a job sends, so that the job can be sent after a restart or repeated later. It
// returns the path relative to the library. The file is named after its hash, so the same picture is stored once.
func (d *Folder) SaveInput(ctx context.Context, data []byte, ext string) (string, error) {
	e, err := CheckExt(ext)
	if err = cmp.Or(ctx.Err(), err); err != nil {
		return "", fmt.Errorf("save input: %w", err)
	}
	if len(data) == 0 {
		return "", errors.New("save input: it is empty")
	}
	sum := sha256.Sum256(data)
	rel := path.Join(Inputs, hex.EncodeToString(sum[:])+"."+e)
	if info, err := d.Root.Stat(rel); err == nil && info.Size() == int64(len(data)) {
		return rel, nil
	}
	return rel, wrap(d.Write(rel, data), "save input")
}

// Write replaces a file atomically. The file is synced when it returns.
func (d *Folder) Write(rel string, data []byte) (err error) {
	d.writeMu.Lock()
	defer d.writeMu.Unlock()
	part := rel + ".part"
	f, err := d.Root.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, FileMode)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return errors.Join(err, d.Remove(part))
	}
	if err := guard.RetryInUse(func() error { return d.Root.Rename(part, rel) }); err != nil {
		return err
	}
	return d.SyncDir(path.Dir(rel))
}

// ClearPart removes the part file that a crash left behind. It waits for running calls of Write.
func (d *Folder) ClearPart(rel string) error {
	d.writeMu.Lock()
	defer d.writeMu.Unlock()
	return d.Remove(rel + ".part")
}

// MovePair moves a file with its sidecar and syncs the folders.
func (d *Folder) MovePair(from, to string) error {
	dirs := map[string]bool{}
	return errors.Join(d.RenamePair(from, to, dirs), d.SyncDirs(dirs))
}

// RenamePair moves a file with its sidecar and adds the folders that the caller must sync to dirs. A missing file or
// sidecar is no error: a crash may have interrupted an earlier move.
func (d *Folder) RenamePair(from, to string, dirs map[string]bool) error {
	if err := d.MakeDir(path.Dir(to)); err != nil {
		return err
	}
	dirs[path.Dir(from)], dirs[path.Dir(to)] = true, true
	for _, p := range [][2]string{{from, to}, {SidecarOf(from), SidecarOf(to)}} {
		if err := d.Rename(p[0], p[1]); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// SyncDirs calls SyncDir for each folder.
func (d *Folder) SyncDirs(dirs map[string]bool) error {
	var errs []error
	for _, dir := range slices.Sorted(maps.Keys(dirs)) {
		errs = append(errs, d.SyncDir(dir))
	}
	return errors.Join(errs...)
}

// FilesIn returns the paths of the regular files below some folders.
func (d *Folder) FilesIn(ctx context.Context, dirs ...string) (map[string]bool, error) {
	there := map[string]bool{}
	for _, dir := range dirs {
		if err := d.walk(ctx, dir, func(p string, _ fs.DirEntry) error { there[p] = true; return nil }); err != nil {
			return nil, err
		}
	}
	return there, nil
}

// walk calls fn for each regular file below a folder. Files that are removed meanwhile are skipped.
func (d *Folder) walk(ctx context.Context, dir string, fn func(p string, e fs.DirEntry) error) error {
	return fs.WalkDir(d.Root.FS(), dir, func(p string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			err = fn(p, e)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return ctx.Err()
	})
}

// Hash returns the SHA-256 of a file, in hex, and its length. With sync it syncs the file first.
func (d *Folder) Hash(ctx context.Context, rel string, sync bool) (sum string, bytes int64, err error) {
	flag := os.O_RDONLY
	if sync {
		flag = os.O_RDWR // Windows syncs only files open for writing
	}
	f, err := d.Root.OpenFile(rel, flag, 0)
	if err != nil {
		return "", 0, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return "", 0, errors.Join(err, fmt.Errorf("%w: %s is no plain file", ErrName, rel))
	}
	if sync {
		_ = f.Chmod(FileMode)
		if err := IgnoreUnsupported(f.Sync()); err != nil {
			return "", 0, err
		}
	}
	h := sha256.New()
	bytes, err = io.Copy(h, Reader(ctx, f))
	return hex.EncodeToString(h.Sum(nil)), bytes, err
}

// ReadSmall reads a regular file of at most limit bytes.
func (d *Folder) ReadSmall(rel string, limit int64) ([]byte, error) {
	info, err := d.Root.Lstat(rel)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > limit {
		return nil, fmt.Errorf("%s: no plain file of at most %d bytes", path.Base(rel), limit)
	}
	f, err := d.Root.Open(rel)
	if err != nil {
		return nil, err
	}
	defer f.Close() // opened for reading only
	return ReadOpenFile(f, limit)
}
