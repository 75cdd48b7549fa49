package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
)

// Setting reads a setting into a pointer, as JSON does, and reports whether there is one; where there is none, into is
// left as it was. Drafts and the state of the window are settings too.
func (l *Library) Setting(ctx context.Context, name string, into any) (bool, error) {
	var value string
	err := l.reader.QueryRowContext(ctx, "SELECT value FROM settings WHERE name = ?", name).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err == nil {
		err = json.Unmarshal([]byte(value), into)
	}
	return err == nil, wrap(err, "read setting %s", name)
}

// SetSetting writes a setting as JSON, in place of the one that was there.
func (l *Library) SetSetting(ctx context.Context, name string, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return wrap(err, "write setting %s", name)
	}
	err = l.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO settings (name, value) VALUES (?, ?)
			ON CONFLICT (name) DO UPDATE SET value = excluded.value`, name, string(data))
		return err
	})
	return wrap(err, "write setting %s", name)
}
