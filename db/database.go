package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"viviscope/db/folder"
	"viviscope/db/ledger"
)

// database is the SQLite database of a library: one connection for writing and a pool for reading.
type database struct {
	*home
	writer    *sql.DB
	reader    *sql.DB
	temporary string // folder of the temporary copy of a read-only library; "": not read-only
	unclean   bool   // the library was not closed properly
	changed   rowChanges
	// unread contains the columns with unreadable values that were logged already.
	unread sync.Map
}

// newDatabase returns the database of a library, not yet opened.
func newDatabase(h *home) *database {
	return &database{home: h, changed: rowChanges{ids: map[int64]bool{}}}
}

// open opens the database at path, after creating or migrating it. The caller must call close also after an error.
func (d *database) open(ctx context.Context, path string, steps []migration) error {
	// SQLite gives its companion files (-wal, -shm, -journal) the mode of the database, so create that first.
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, folder.FileMode)
	if err != nil {
		return err
	}
	_ = f.Chmod(folder.FileMode) // some file systems have no modes
	if err := f.Close(); err != nil {
		return err
	}
	if err := migrate(ctx, d.home, path, steps, !d.ReadOnly()); err != nil {
		return err
	}
	d.unclean = hasCompanion(path, "-wal")
	if d.writer, err = openWriter(ctx, path, d.changed.record); err != nil {
		return err
	}
	if err := quickCheck(ctx, d.writer, path, d.unclean); err != nil {
		return err
	}
	d.reader, err = openReader(path)
	return err
}

// openCopy opens a temporary copy of the database at path, which close deletes. No program on this computer may write
// the original meanwhile.
func (d *database) openCopy(ctx context.Context, path string, steps []migration) (err error) {
	if d.temporary, err = os.MkdirTemp("", "viviscope-"); err != nil {
		return err
	}
	target := filepath.Join(d.temporary, folder.Database)
	for _, end := range []string{"", "-wal", "-journal"} {
		if err := copySynced(ctx, path+end, target+end); err != nil && !(end != "" && errors.Is(err, fs.ErrNotExist)) {
			return err
		}
	}
	return d.open(ctx, target, steps)
}

// close closes all connections and the home.
func (d *database) close() error {
	var errs []error
	for _, pool := range []*sql.DB{d.reader, d.writer} {
		if pool != nil {
			errs = append(errs, pool.Close())
		}
	}
	if d.temporary != "" {
		errs = append(errs, os.RemoveAll(d.temporary))
	}
	return errors.Join(wrap(errors.Join(errs...), "close library %s", d.Dir()), d.home.close())
}

// ReadOnly reports whether the library was opened with [Options].ReadOnly.
func (d *database) ReadOnly() bool { return d.temporary != "" }

// write runs fn in one immediate transaction. If it returns nil, the transaction is committed and synced; otherwise it
// is rolled back. fn must use only tx, because the writer is one connection.
func (d *database) write(ctx context.Context, fn func(tx *sql.Tx) error) error {
	if d.ReadOnly() {
		return folder.ErrReadOnly
	}
	tx, err := d.writer.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer d.changed.finish()
	defer tx.Rollback() // after a commit it does nothing
	if err := fn(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// listLenient is list for rows to display. A value of the wrong type becomes zero and is logged once, so that it does
// not hide its row or other rows.
func listLenient[T any](
	ctx context.Context, d *database, q querier, scan func(scanner) (T, error), query string, args ...any,
) ([]T, error) {
	return list(ctx, q, func(row scanner) (T, error) { return scan(lenientRow{row.(*sql.Rows), d}) }, query, args...)
}

type lenientRow struct {
	*sql.Rows
	db *database
}

// Scan implements scanner.
func (r lenientRow) Scan(fields ...any) error {
	err := ledger.ScanLenient(r.Rows, fields...)
	bad, ok := errors.AsType[*ledger.UnreadError](err)
	if !ok {
		return err
	}
	what := fmt.Sprint(bad.Columns)
	if _, known := r.db.unread.LoadOrStore(what, true); !known {
		r.db.log.Warn("read row without some values", "err", bad)
	}
	return nil
}

// QuickCheck checks the database for damage (PRAGMA quick_check), concurrently with other work. It reads the whole
// file, which takes seconds for gigabytes. It returns [ErrDamaged] with the first finding.
func (d *database) QuickCheck(ctx context.Context) error {
	return wrap(checkPages(ctx, d.reader), "check the database")
}

// refs returns the refs that begin with some digits: at most five, enough to detect ambiguity.
func (d *database) refs(ctx context.Context, from, digits string) ([]string, error) {
	found, err := list(ctx, d.reader, func(row scanner) (ref string, err error) {
		err = row.Scan(&ref)
		return ref, err
	}, "SELECT ref FROM "+from+" ref >= ?1 AND ref < ?1 || 'g' ORDER BY ref LIMIT 5", digits)
	return found, wrap(err, "find refs")
}
