package db

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// albumMember is a member of an album according to its sidecar.
type albumMember struct {
	asset int64
	in    InAlbum
}

// filler inserts the contents of a folder into a new database, in one transaction. Each job and each asset has its own
// savepoint, so that an invalid sidecar does not stop the rest.
type filler struct {
	ctx context.Context
	*home
	tx       *sql.Tx
	report   *Report
	profiles []Profile
	made     map[int64]bool   // profiles that this rebuild made
	origin   map[int64]int64  // profile id in sidecars to id of the row
	jobs     map[string]Job   // by ref
	resends  map[int64]string // job id to the ref of the job that it repeats
	finals   map[int64]string // job id to the ref of the job of its draft
	members  []albumMember    // of albums
}

// try runs fn in a savepoint. If fn fails, its writes are rolled back and done is false. err reports a failure of the
// database itself.
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

// modTime returns the modification time of a file, as the best guess at its age.
func (f *filler) modTime(rel string) time.Time {
	if info, err := f.Root.Stat(rel); err == nil && IsPlausibleTime(info.ModTime()) {
		return info.ModTime().UTC()
	}
	return f.now()
}
