package db

import (
	"database/sql"
	"errors"
	"fmt"

	"github.com/mattn/go-sqlite3"
)

// Errors that a caller decides by, with errors.Is.
var (
	// ErrLocked: another program has the library open.
	ErrLocked = errors.New("the library is open in another program")
	// ErrNewerSchema: a newer version made the database. Nothing in the folder was touched.
	ErrNewerSchema = errors.New("the library was made by a newer version")
	// ErrDamaged: SQLite says that the file is no database or that it is malformed.
	ErrDamaged = errors.New("the database of the library is damaged")
	// ErrNotFound: there is no such row.
	ErrNotFound = errors.New("not found")
	// ErrExists: something of that name, ref or task is already there.
	ErrExists = errors.New("already there")
	// ErrSent: the job has left, or may have left, this computer.
	ErrSent = errors.New("the job was sent")
	// ErrLedger: the ledger does not allow the entry. The error is a *LedgerError.
	ErrLedger = errors.New("the ledger does not allow this entry")
	// ErrName: not a name that is safe on every system.
	ErrName = errors.New("not a usable file name")
	// ErrDiskFull: the disk has no room left; what was there before is still whole.
	ErrDiskFull = errors.New("the disk is full")
	// ErrReadOnly: the disk of the library takes no writes at all, or the library was opened so that it takes none.
	ErrReadOnly = errors.New("the disk is read-only")
	// ErrNoMedia: the file is neither a clip nor a picture that the library keeps, or it is damaged.
	ErrNoMedia = errors.New("neither an MP4 clip nor a PNG, JPEG or WebP picture")
	// ErrSidecar: what was given as the sidecar of a file is none, or another file's.
	ErrSidecar = errors.New("not the sidecar of this file")
)

// wrap gives err the words of what was being done, and the sentinel that callers decide by.
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

// sentinel finds our name for an error of SQLite or of the system; nil where there is none, or where err has it.
func sentinel(err error) error {
	var found error
	var se sqlite3.Error
	if errors.As(err, &se) {
		switch se.Code {
		case sqlite3.ErrCorrupt, sqlite3.ErrNotADB:
			found = ErrDamaged
		case sqlite3.ErrFull:
			found = ErrDiskFull
		case sqlite3.ErrReadonly:
			found = ErrReadOnly
		case sqlite3.ErrConstraint:
			if se.ExtendedCode == sqlite3.ErrConstraintUnique || se.ExtendedCode == sqlite3.ErrConstraintPrimaryKey {
				found = ErrExists
			}
		}
	} else if isDiskFull(err) {
		found = ErrDiskFull
	} else if isReadOnly(err) {
		found = ErrReadOnly
	}
	if found == nil || errors.Is(err, found) {
		return nil
	}
	return found
}
