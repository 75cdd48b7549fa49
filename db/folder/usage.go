package folder

import (
	"context"
	"io/fs"
	"path"
	"strings"
)

// Use is the disk usage of a part of the library.
type Use struct {
	Files int
	Bytes int64
}

// RemoveThumbs deletes the derived pictures except those that keep accepts, and returns the freed space.
func (d *Folder) RemoveThumbs(ctx context.Context, keep func(name string) bool) (freed Use, err error) {
	err = d.walk(ctx, Thumbs, func(p string, e fs.DirEntry) error {
		if keep(e.Name()) {
			return nil
		}
		info, err := e.Info()
		if err == nil {
			err = d.Root.Remove(p)
		}
		if err == nil {
			freed.Files++
			freed.Bytes += info.Size()
		}
		return err
	})
	return freed, err
}

// Usage is the disk usage of each part of the library.
type Usage struct {
	Files    Use // generated and imported files
	Sidecars Use // beside files, of deleted files, and boards and drawings
	Trash    Use // with sidecars
	Inputs   Use // local pictures of requests
	Incoming Use // downloads in progress, and leftovers
	Thumbs   Use // can be made again
	Backups  Use // of the database
	Database Use
}

// Usage walks the folder and sums up its parts. It takes a while for many files: a hundred thousand take a second or
// less.
func (d *Folder) Usage(ctx context.Context) (Usage, error) {
	var u Usage
	err := d.walk(ctx, ".", func(p string, e fs.DirEntry) error {
		info, err := e.Info()
		if part := u.part(p); err == nil && part != nil {
			part.Files++
			part.Bytes += info.Size()
		}
		return err
	})
	return u, wrap(err, "measure library")
}

// part returns the part that a file belongs to; nil if it does not belong to the library.
func (u *Usage) part(p string) *Use {
	dir, _, nested := strings.Cut(p, "/")
	switch {
	case !nested && strings.HasPrefix(p, Database):
		return &u.Database
	case dir == Files && path.Ext(p) == ".json", dir == Deleted, dir == Boards, dir == Drawings:
		return &u.Sidecars
	}
	return map[string]*Use{Files: &u.Files, Trash: &u.Trash, Inputs: &u.Inputs, Incoming: &u.Incoming,
		Thumbs: &u.Thumbs, Backups: &u.Backups}[dir]
}
