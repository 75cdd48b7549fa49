package ledger

import (
	"database/sql"
	"fmt"
	"reflect"
)

// ScanLenient reads a row that may hold values of the wrong kind, as after a fault of the disk. Such a field is zero,
// and the others are read. It is for lists that are shown, so that one value never hides all other rows. Values that
// decide about money are read by Scan, which fails on them. The error reports the columns that could not be read.
func ScanLenient(rows *sql.Rows, fields ...any) error {
	err := rows.Scan(fields...)
	if err == nil {
		return nil
	}
	names, failed := rows.Columns()
	if failed != nil || len(names) != len(fields) {
		return err
	}
	var unread []string
	one := make([]any, len(fields))
	for i, field := range fields {
		for k := range one {
			one[k] = new(any) // sql.RawBytes would allow one Scan only
		}
		one[i] = field
		if rows.Scan(one...) == nil {
			continue
		}
		unread = append(unread, names[i])
		if v := reflect.ValueOf(field); v.Kind() == reflect.Pointer {
			v.Elem().SetZero()
		}
	}
	return &UnreadError{Columns: unread}
}

// UnreadError reports columns of a row that hold values of the wrong kind. The other columns were read.
type UnreadError struct {
	Columns []string
}

// Error implements error. It does not contain the values, which can be private and long.
func (e *UnreadError) Error() string {
	return fmt.Sprintf("columns %q hold values of the wrong kind", e.Columns)
}

// lenient is a row that is shown: see ScanLenient.
type lenient struct{ *sql.Rows }

// Scan returns no error for values of the wrong kind.
func (l lenient) Scan(fields ...any) error {
	err := ScanLenient(l.Rows, fields...)
	if _, ok := err.(*UnreadError); ok {
		return nil
	}
	return err
}
