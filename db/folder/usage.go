package folder

import (
	"context"
	"io/fs"
	"path"
	"strings"
)

// PartUsage is the disk usage of one part of the library.
type PartUsage struct {
	Files int
	Bytes int64
}

// RemoveThumbs deletes the derived pictures, except those that keep accepts, and returns the freed space.
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
	Sidecars PartUsage // including those of deleted files, boards and drawings
	Trash    PartUsage // with sidecars
	Inputs   PartUsage // local pictures of requests
	Incoming PartUsage // downloads in progress, and leftovers
	Thumbs   PartUsage // can be recreated
	Backups  PartUsage // of the database
	Database PartUsage
}

// Usage walks the folder and sums the usage of its parts. A hundred thousand files take up to a second.
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

// part returns the counter for a file; nil if the file is not part of the library.
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
