package db

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

// Storage is what the library takes up, by its rows, and what the disk still has.
type Storage struct {
	Items      int   // assets outside the trash
	Bytes      int64 // of their files
	TrashItems int
	TrashBytes int64
	Free       int64 // bytes that this user may still write
	FreeKnown  bool  // false where the system does not say
}

// Storage sums the library up. Thumbnails, parts and the database itself are not counted.
func (l *Library) Storage(ctx context.Context) (Storage, error) {
	var s Storage
	err := l.reader.QueryRowContext(ctx, `SELECT * FROM
		(SELECT count(*), coalesce(sum(bytes), 0) FROM assets WHERE trashed_at IS NULL),
		(SELECT count(*), coalesce(sum(bytes), 0) FROM assets WHERE trashed_at IS NOT NULL)`).
		Scan(&s.Items, &s.Bytes, &s.TrashItems, &s.TrashBytes)
	if err != nil {
		return Storage{}, wrap(err, "measure library")
	}
	if s.Free, err = freeDisk(l.dir); err != nil {
		l.log.Debug("free disk", "err", err)
		return s, nil
	}
	s.FreeKnown = true
	return s, nil
}

// Use is what a part of the library takes up on the disk.
type Use struct {
	Files int
	Bytes int64
}

// Usage is what each part of the library takes up on the disk.
type Usage struct {
	Files    Use // what was made and imported
	Sidecars Use // beside them, and of what was deleted
	Trash    Use // with sidecars
	Inputs   Use // local pictures of requests
	Incoming Use // what is being fetched, or was left over
	Thumbs   Use // can be made again: [Library.ClearThumbs]
	Backups  Use // of the database
	Database Use
}

// Usage walks the folder and sums it up by part. It takes a while where there are many files: a hundred thousand a second
// or less.
func (l *Library) Usage(ctx context.Context) (Usage, error) {
	var u Usage
	err := fs.WalkDir(l.root.FS(), ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return err
		case d == nil || !d.Type().IsRegular():
			return nil
		}
		info, err := d.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if part := u.part(p); err == nil && part != nil {
			part.Files++
			part.Bytes += info.Size()
		}
		return err
	})
	return u, wrap(err, "measure library")
}

// part returns the part that a file belongs to; nil where it is none of ours.
func (u *Usage) part(p string) *Use {
	dir, _, nested := strings.Cut(p, "/")
	switch {
	case !nested && strings.HasPrefix(p, databaseName):
		return &u.Database
	case dir == filesDir && path.Ext(p) == ".json", dir == deletedDir:
		return &u.Sidecars
	}
	return map[string]*Use{filesDir: &u.Files, trashDir: &u.Trash, inputsDir: &u.Inputs, incomingDir: &u.Incoming,
		thumbsDir: &u.Thumbs, backupsDir: &u.Backups}[dir]
}

// ClearThumbs deletes the derived pictures, which are made again when they are looked at, and returns what that freed.
// With idle only those go whose file is not in the library any more: their names begin with its hash.
func (l *Library) ClearThumbs(ctx context.Context, idle bool) (Use, error) {
	var freed Use
	used := map[string]bool{}
	if idle {
		hashes, err := list(ctx, l.reader, func(row scanner) (sum string, err error) { err = row.Scan(&sum); return sum, err },
			"SELECT DISTINCT sha256 FROM assets")
		if err != nil {
			return freed, wrap(err, "clear thumbnails")
		}
		for _, sum := range hashes {
			used[sum] = true
		}
	}
	there, err := l.filesIn(ctx, thumbsDir)
	if err != nil {
		return freed, wrap(err, "clear thumbnails")
	}
	for _, p := range sortedKeys(there) {
		name := path.Base(p)
		if used[name[:min(64, len(name))]] {
			continue
		}
		info, err := l.root.Lstat(p)
		if err == nil {
			err = l.root.Remove(p)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) || ctx.Err() != nil {
			return freed, wrap(errors.Join(err, ctx.Err()), "clear thumbnails")
		}
		if err == nil {
			freed.Files++
			freed.Bytes += info.Size()
		}
	}
	return freed, nil
}

func sortedKeys(m map[string]bool) []string { return slices.Sorted(maps.Keys(m)) }

// FreeSpace returns the bytes that this user may still write on the disk of a folder that is there.
func FreeSpace(dir string) (int64, error) {
	free, err := freeDisk(dir)
	return free, wrap(err, "measure free space")
}
