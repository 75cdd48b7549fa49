package db

import (
	"database/sql"
	"errors"
	"fmt"

	"github.com/mattn/go-sqlite3"

	"viviscope/db/folder"
)

// Errors that callers check with errors.Is.
var (
	// ErrLocked: another program has the library open.
	ErrLocked = errors.New("the library is open in another program")
	// ErrNewerSchema: a newer version wrote the database. Nothing in the folder was changed.
	ErrNewerSchema = errors.New("the library was made by a newer version")
	// ErrDamaged: the database is malformed or belongs to another program, or it is missing in a folder with files.
	ErrDamaged = errors.New("the database of the library is damaged")
	// ErrNotFound: there is no such row.
	ErrNotFound = errors.New("not found")
	// ErrExists: the name, ref or task ID is already in use.
	ErrExists = errors.New("already there")
	// ErrSent: the job was sent, or may have been sent.
	ErrSent = errors.New("the job was sent")
	// ErrChanged: the value on which the caller based its decision has changed.
	ErrChanged = errors.New("changed in the meantime")
	// ErrSidecar: the sidecar is invalid, or belongs to another file.
	ErrSidecar = errors.New("not the sidecar of this file")
)

// wrap adds the failed operation to err, and the matching error of this package or of package folder.
func wrap(err error, format string, args ...any) error {
	if err == nil {
		return nil
	}
	what := fmt.Sprintf(format, args...)
	if s := sentinel(err); s != nil {
		return fmt.Errorf("%s: %w (%w)", what, s, err)
	}
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("%s: %w", what, ErrNotFound)
	}
	return fmt.Errorf("%s: %w", what, err)
}

// wrapTo calls wrap on the named result of a function, for use with defer.
func wrapTo(err *error, format string, args ...any) { *err = wrap(*err, format, args...) }

// sentinel returns the error of this package or of package folder that matches an error of SQLite or the system. It
// returns nil if there is none, or if err contains it already.
func sentinel(err error) error {
	var found error
	var se sqlite3.Error
	if errors.As(err, &se) {
		switch se.Code {
		case sqlite3.ErrCorrupt, sqlite3.ErrNotADB:
			found = ErrDamaged
		case sqlite3.ErrFull:
			found = folder.ErrDiskFull
		case sqlite3.ErrReadonly:
			found = folder.ErrReadOnly
		case sqlite3.ErrConstraint:
			if se.ExtendedCode == sqlite3.ErrConstraintUnique || se.ExtendedCode == sqlite3.ErrConstraintPrimaryKey {
				found = ErrExists
			}
		}
	} else {
		found = folder.Sentinel(err)
	}
	if found == nil || errors.Is(err, found) {
		return nil
	}
	return found
}

// requireRow returns [sql.ErrNoRows] for a statement that affected no row.
func requireRow(r sql.Result, err error) error {
	if err != nil {
		return err
	}
	if n, err := r.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, sql.ErrNoRows)
	}
	return nil
}
