package db

import (
	"database/sql"
	"errors"
	"fmt"

	"github.com/mattn/go-sqlite3"

	"viviscope/db/folder"
)

// Errors that a caller decides by, with errors.Is.
var (
	// ErrLocked: another program has the library open.
	ErrLocked = errors.New("the library is open in another program")
	// ErrNewerSchema: a newer version made the database. Nothing in the folder was touched.
	ErrNewerSchema = errors.New("the library was made by a newer version")
	// ErrDamaged: the file is no database of ours or is malformed, or it is gone from a folder that has files.
	ErrDamaged = errors.New("the database of the library is damaged")
	// ErrNotFound: there is no such row.
	ErrNotFound = errors.New("not found")
	// ErrExists: something of that name, ref or task is already there.
	ErrExists = errors.New("already there")
	// ErrSent: the job has left, or may have left, this computer.
	ErrSent = errors.New("the job was sent")
	// ErrChanged: the value that the caller based its decision on has changed.
	ErrChanged = errors.New("changed in the meantime")
	// ErrSidecar: the given sidecar is not one, or belongs to another file.
	ErrSidecar = errors.New("not the sidecar of this file")
)

// wrap adds the failed operation to err, and the sentinel error that callers check.
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

// wrapTo is wrap of the error that a function is about to return.
func wrapTo(err *error, format string, args ...any) { *err = wrap(*err, format, args...) }

// sentinel returns this package's sentinel for an error of SQLite or of the system; nil if there is none, or if err
// contains it.
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

// one makes [ErrNotFound] of a statement that met no row.
func requireRow(r sql.Result, err error) error {
	if err != nil {
		return err
	}
	if n, err := r.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, sql.ErrNoRows)
	}
	return nil
}
