package db

import (
	"crypto/rand"
	"database/sql"
	"database/sql/driver"
	"encoding/hex"
	"encoding/json"
	"time"
)

// millis converts a time for the database: UTC milliseconds, NULL for the zero time.
func millis(t time.Time) sql.NullInt64 {
	if t.IsZero() {
		return sql.NullInt64{}
	}
	return sql.NullInt64{Int64: t.UnixMilli(), Valid: true}
}

// scanTo scans a column into to, converted by from. NULL becomes the zero value.
func scanTo[T, C any](to *T, v any, from func(C) T) error {
	var c sql.Null[C]
	err := c.Scan(v)
	zeroUnless(to, false)
	if err == nil && c.Valid {
		*to = from(c.V)
	}
	return err
}

// timeColumn scans and writes a time. NULL is the zero time.
type timeColumn struct{ to *time.Time }

// Scan implements [sql.Scanner].
func (m timeColumn) Scan(v any) error {
	return scanTo(m.to, v, func(n int64) time.Time { return time.UnixMilli(n).UTC() })
}

// Value implements [driver.Valuer].
func (m timeColumn) Value() (driver.Value, error) { return millis(*m.to).Value() }

// jsonColumn scans and writes raw JSON. NULL is nil.
type jsonColumn struct{ to *json.RawMessage }

// Scan implements [sql.Scanner].
func (r jsonColumn) Scan(v any) error {
	return scanTo(r.to, v, func(s string) json.RawMessage { return json.RawMessage(s) })
}

// Value implements [driver.Valuer].
func (r jsonColumn) Value() (driver.Value, error) {
	return sql.NullString{String: string(*r.to), Valid: len(*r.to) > 0}.Value()
}

// idOrNull converts a reference to a row for the database: NULL for 0.
func idOrNull(id int64) sql.NullInt64 { return sql.NullInt64{Int64: id, Valid: id != 0} }

// idColumn scans and writes a reference to a row. NULL is 0.
type idColumn struct{ to *int64 }

// Scan implements [sql.Scanner].
func (i idColumn) Scan(v any) error { return scanTo(i.to, v, func(n int64) int64 { return n }) }

// Value implements [driver.Valuer].
func (i idColumn) Value() (driver.Value, error) { return idOrNull(*i.to).Value() }

// namesColumn scans and writes a list of names as JSON.
type namesColumn struct{ to *[]string }

// Scan implements [sql.Scanner].
func (n namesColumn) Scan(v any) error {
	var s sql.NullString
	err := s.Scan(v)
	*n.to = nil
	if err != nil || !s.Valid || s.String == "[]" {
		return err
	}
	var list []string // separate, so that an error leaves no partial result
	if err := json.Unmarshal([]byte(s.String), &list); err != nil {
		return err
	}
	*n.to = list
	return nil
}

// Value implements [driver.Valuer].
func (n namesColumn) Value() (driver.Value, error) { return namesJSON(*n.to), nil }

// namesJSON returns a list of names as JSON.
func namesJSON(all []string) string {
	if len(all) == 0 {
		return "[]"
	}
	data, _ := json.Marshal(all) // strings cannot fail
	return string(data)
}

// newRef returns 32 random hex digits.
func newRef() string {
	var b [16]byte
	rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}
