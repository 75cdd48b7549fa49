package ledger

import (
	"database/sql"
	"fmt"
	"reflect"
)

// ScanLenient scans a row that may hold values of the wrong type, for example after disk corruption. Such a field
// becomes zero and the others are scanned. The error is an [UnreadError] with the names of these columns.
//
// It is for lists that are displayed, so that one value does not hide the other rows. Code that decides about money
// uses Scan, which fails.
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

// UnreadError reports columns with values of the wrong type. The other columns were scanned.
type UnreadError struct {
	Columns []string
}

// Error implements error. It does not contain the values, which can be private and long.
func (e *UnreadError) Error() string {
	return fmt.Sprintf("columns %q hold values of the wrong kind", e.Columns)
}

// lenient is a row that is scanned with ScanLenient.
type lenient struct{ *sql.Rows }

// Scan ignores values of the wrong type.
func (l lenient) Scan(fields ...any) error {
	err := ScanLenient(l.Rows, fields...)
	if _, ok := err.(*UnreadError); ok {
		return nil
	}
	return err
}
