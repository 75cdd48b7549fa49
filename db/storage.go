package db

import (
	"context"

	"viviscope/db/folder"
)

// Storage is the disk usage of the library's assets, and the free space.
type Storage struct {
	Items      int   // assets outside the trash
	Bytes      int64 // total size of their files
	TrashItems int
	TrashBytes int64
	Free       int64 // bytes that this user can still write
	FreeKnown  bool  // false: the system does not report it
}

// storage measures disk usage and deletes derived pictures.
type storage struct{ *database }

// Storage sums the sizes of the assets. Thumbnails, parts and the database are not included.
func (t storage) Storage(ctx context.Context) (s Storage, err error) {
	err = t.reader.QueryRowContext(ctx, `SELECT * FROM
		(SELECT count(*), coalesce(sum(bytes), 0) FROM assets WHERE trashed_at IS NULL),
		(SELECT count(*), coalesce(sum(bytes), 0) FROM assets WHERE trashed_at IS NOT NULL)`).
		Scan(&s.Items, &s.Bytes, &s.TrashItems, &s.TrashBytes)
	if err != nil {
		return Storage{}, wrap(err, "measure library")
	}
	if s.Free, err = folder.FreeSpace(t.Dir()); err != nil {
		t.log.Debug("free disk", "err", err)
		return s, nil
	}
	s.FreeKnown = true
	return s, nil
}

// ClearThumbs deletes the derived pictures and returns the freed space. They are recreated when needed. With idle it
// deletes only those of files that left the library: the names begin with the file's hash.
func (t storage) ClearThumbs(ctx context.Context, idle bool) (freed folder.PartUsage, err error) {
	defer wrapTo(&err, "clear thumbnails")
	used := map[string]bool{}
	if idle {
		hashes, err := list(ctx, t.reader, func(row scanner) (sum string, err error) {
			err = row.Scan(&sum)
			return sum, err
		},
			"SELECT DISTINCT sha256 FROM assets")
		if err != nil {
			return freed, err
		}
		for _, sum := range hashes {
			used[sum] = true
		}
	}
	return t.RemoveThumbs(ctx, func(name string) bool { return used[name[:min(64, len(name))]] })
}
