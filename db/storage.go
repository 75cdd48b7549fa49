package db

import (
	"context"
	"maps"
	"slices"
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

func sortedKeys(m map[string]bool) []string { return slices.Sorted(maps.Keys(m)) }
