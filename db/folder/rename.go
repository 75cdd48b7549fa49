package folder

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"

	"viviscope/client/guard"
)

// Rename moves a file inside the library and replaces an existing target. If the target is on another file system, it
// copies the file, syncs and renames the copy, and then removes the source. A crash in between leaves the source, and
// at most an incomplete copy with the suffix ".part". The caller syncs the folders.
func (d *Folder) Rename(from, to string) error {
	err := d.renameFile(from, to)
	if !isCrossDevice(err) {
		return err
	}
	part := to + ".part"
	if err := d.copySynced(from, part); err != nil {
		return errors.Join(err, d.Remove(part))
	}
	if err := guard.RetryInUse(func() error { return d.Root.Rename(part, to) }); err != nil {
		return errors.Join(err, d.Remove(part))
	}
	if err := d.SyncDir(path.Dir(to)); err != nil {
		return err
	}
	return guard.RetryInUse(func() error { return d.Root.Remove(from) })
}

func (d *Folder) renameFile(from, to string) error {
	if d.RenameErr != nil && path.Dir(from) != path.Dir(to) {
		if _, err := d.Root.Lstat(from); err != nil {
			return err
		}
		return d.RenameErr
	}
	return guard.RetryInUse(func() error { return d.Root.Rename(from, to) })
}

// copySynced copies a file and syncs the copy.
func (d *Folder) copySynced(from, to string) (err error) {
	source, err := d.Root.Open(from)
	if err != nil {
		return err
	}
	defer source.Close() // opened for reading only
	if info, err := source.Stat(); err != nil || !info.Mode().IsRegular() {
		return errors.Join(err, &fs.PathError{Op: "copy", Path: from, Err: fs.ErrInvalid})
	}
	target, err := d.Root.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, FileMode)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	return errors.Join(err, IgnoreUnsupported(target.Sync()), target.Close())
}
