package db

import (
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"time"
)

// millis is how a time stands in the database: UTC milliseconds, NULL for the zero time.
func millis(t time.Time) sql.NullInt64 {
	if t.IsZero() {
		return sql.NullInt64{}
	}
	return sql.NullInt64{Int64: t.UnixMilli(), Valid: true}
}

// moment reads a time out of a column.
type moment struct{ to *time.Time }

// Scan implements [sql.Scanner].
func (m moment) Scan(v any) error {
	var n sql.NullInt64
	if err := n.Scan(v); err != nil {
		return err
	}
	*m.to = time.Time{}
	if n.Valid {
		*m.to = time.UnixMilli(n.Int64).UTC()
	}
	return nil
}

// text is how JSON stands in the database: as it is, NULL where there is none.
func text(j json.RawMessage) sql.NullString {
	return sql.NullString{String: string(j), Valid: len(j) > 0}
}

// raw reads JSON out of a column.
type raw struct{ to *json.RawMessage }

// Scan implements [sql.Scanner].
func (r raw) Scan(v any) error {
	var s sql.NullString
	if err := s.Scan(v); err != nil {
		return err
	}
	*r.to = nil
	if s.Valid {
		*r.to = json.RawMessage(s.String)
	}
	return nil
}

// idOrNull is how a reference to another row stands in the database.
func idOrNull(id int64) sql.NullInt64 { return sql.NullInt64{Int64: id, Valid: id != 0} }

// id reads a reference that may be NULL.
type id struct{ to *int64 }

// Scan implements [sql.Scanner].
func (i id) Scan(v any) error {
	var n sql.NullInt64
	err := n.Scan(v)
	*i.to = n.Int64
	return err
}

// newRef makes 32 random hex digits.
func newRef() string {
	var b [16]byte
	rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// names reads a list of names out of a column.
type names struct{ to *[]string }

// Scan implements [sql.Scanner].
func (n names) Scan(v any) error {
	var s sql.NullString
	if err := s.Scan(v); err != nil {
		return err
	}
	*n.to = nil
	if !s.Valid || s.String == "[]" {
		return nil
	}
	return json.Unmarshal([]byte(s.String), n.to)
}

// namesText is how a list of names stands in the database.
func namesText(all []string) string {
	if len(all) == 0 {
		return "[]"
	}
	data, _ := json.Marshal(all) // strings always can be
	return string(data)
}

// seedOf reads the seed out of a request; nil where none is given.
func seedOf(request json.RawMessage) *int64 {
	var r struct {
		Seed *int64 `json:"seed"`
	}
	if json.Unmarshal(request, &r) != nil {
		return nil
	}
	return r.Seed
}
