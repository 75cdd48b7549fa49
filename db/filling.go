package db

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// albumMember is an asset of an album, according to its sidecar.
type albumMember struct {
	asset int64
	in    InAlbum
}

// filling writes the contents of a folder into a database, in one transaction. Each job and each asset has a savepoint
// of its own, so that a faulty sidecar does not stop the rest.
type filler struct {
	ctx context.Context
	*home
	tx       *sql.Tx
	report   *Report
	profiles []Profile
	made     map[int64]bool   // profiles made here
	origin   map[int64]int64  // id of a profile in its sidecars, to its row
	jobs     map[string]Job   // by ref
	resends  map[int64]string // job to the ref of the one that it repeats
	members  []albumMember    // of albums
}

// try runs fn under a savepoint. If it fails because of the data, its writes are undone and done is false. err reports
// a failure of the database itself.
func (f *filler) try(p string, fn func() error) (done bool, err error) {
	if _, err := f.tx.ExecContext(f.ctx, "SAVEPOINT item"); err != nil {
		return false, err
	}
	failed := fn()
	if f.ctx.Err() != nil {
		return false, f.ctx.Err()
	}
	end := "RELEASE item"
	if failed != nil {
		f.log.Warn("rebuild", "path", p, "err", failed)
		end = "ROLLBACK TO item; RELEASE item"
	}
	if _, err = f.tx.ExecContext(f.ctx, end); err != nil {
		return false, errors.Join(err, failed)
	}
	return failed == nil, nil
}

// modTime returns the modification time of a file: the best guess at its age if nothing else is known.
func (f *filler) modTime(rel string) time.Time {
	if info, err := f.Root.Stat(rel); err == nil && IsPlausibleTime(info.ModTime()) {
		return info.ModTime().UTC()
	}
	return f.now()
}
