package db

import (
	"bytes"
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"

	"viviscope/db/findings"
)

// takeChecks stores the results of checks of clips.
type takeChecks struct {
	*database
	sidecars *sidecars
}

// SetChecks stores what the check of a clip found, in its row and its sidecar. It returns [ErrNotFound] if there is no
// asset with the id and the hash of the file that was checked.
func (t takeChecks) SetChecks(ctx context.Context, id int64, sha256 string, r findings.Result) (err error) {
	defer wrapTo(&err, "store checks of asset %d", id)
	err = t.write(ctx, func(tx *sql.Tx) error {
		return requireRow(tx.ExecContext(ctx, "UPDATE assets SET checks = ? WHERE id = ? AND sha256 = ?",
			string(r.JSON()), id, sha256))
	})
	if err == nil {
		t.sidecars.updateSidecars(ctx, 1)
	}
	return err
}

// checksColumn scans and writes the result of a check as JSON. An empty value is nil. An invalid value, which another
// program wrote, is nil too.
type checksColumn struct{ to **findings.Result }

// Scan implements [sql.Scanner].
func (c checksColumn) Scan(v any) error {
	return scanTo(c.to, v, func(s string) *findings.Result { return parseChecks([]byte(s)) })
}

// Value implements [driver.Valuer].
func (c checksColumn) Value() (driver.Value, error) { return string(checksJSON(*c.to)), nil }

// parseChecks parses an untrusted result; nil if it is invalid.
func parseChecks(data []byte) *findings.Result {
	if len(data) == 0 {
		return nil
	}
	if r, ok := findings.Parse(data); ok {
		return &r
	}
	return nil
}

// checksJSON returns the stored form of a result; nil for nil.
func checksJSON(r *findings.Result) json.RawMessage {
	if r == nil {
		return nil
	}
	return r.JSON()
}

// sameChecks reports whether two results have the same stored form.
func sameChecks(a json.RawMessage, b *findings.Result) bool { return bytes.Equal(a, checksJSON(b)) }
