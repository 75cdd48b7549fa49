package folder

import (
	"context"
	"io/fs"
	"path"
	"strings"
)

// Use is the disk usage of a part of the library.
type PartUsage struct {
	Files int
	Bytes int64
}

// RemoveThumbs deletes the derived pictures except those that keep accepts, and returns the freed space.
func (d *Folder) RemoveThumbs(ctx context.Context, keep func(name string) bool) (freed PartUsage, err error) {
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
	Files    PartUsage // generated and imported files
	Sidecars PartUsage // beside files, of deleted files, and boards and drawings
	Trash    PartUsage // with sidecars
	Inputs   PartUsage // local pictures of requests
	Incoming PartUsage // downloads in progress, and leftovers
	Thumbs   PartUsage // can be made again
	Backups  PartUsage // of the database
	Database PartUsage
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
func (u *Usage) part(p string) *PartUsage {
	dir, _, nested := strings.Cut(p, "/")
	switch {
	case !nested && strings.HasPrefix(p, Database):
		return &u.Database
	case dir == Files && path.Ext(p) == ".json", dir == Deleted, dir == Boards, dir == Drawings:
		return &u.Sidecars
	}
	return map[string]*PartUsage{Files: &u.Files, Trash: &u.Trash, Inputs: &u.Inputs, Incoming: &u.Incoming,
		Thumbs: &u.Thumbs, Backups: &u.Backups}[dir]
}
