package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
)

// SettingProfile is the name of the setting with the ID of the current profile, which new jobs use.
const SettingProfile = "profile"

// settingRows reads and writes the settings: JSON values by name. Drafts and the state of the window are settings too.
type settingRows struct{ *database }

// Setting decodes a setting into a pointer and reports whether it exists. If not, into does not change.
func (r settingRows) Setting(ctx context.Context, name string, into any) (bool, error) {
	var value string
	err := r.reader.QueryRowContext(ctx, "SELECT value FROM settings WHERE name = ?", name).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err == nil {
		err = json.Unmarshal([]byte(value), into)
	}
	return err == nil, wrap(err, "read setting %s", name)
}

// SettingNames returns the names of the settings that begin with a prefix, sorted.
func (r settingRows) SettingNames(ctx context.Context, prefix string) ([]string, error) {
	names, err := list(ctx, r.reader, func(row scanner) (name string, err error) {
		err = row.Scan(&name)
		return name, err
	}, "SELECT name FROM settings WHERE substr(name, 1, length(?1)) = ?1 ORDER BY name", prefix)
	return names, wrap(err, "list settings %s", prefix)
}

// SetSetting replaces a setting, encoded as JSON. A nil value deletes it.
func (r settingRows) SetSetting(ctx context.Context, name string, value any) error {
	if value == nil {
		err := r.write(ctx, func(tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, "DELETE FROM settings WHERE name = ?", name)
			return err
		})
		return wrap(err, "delete setting %s", name)
	}
	data, err := json.Marshal(value)
	if err != nil {
		return wrap(err, "write setting %s", name)
	}
	err = r.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO settings (name, value) VALUES (?, ?)
			ON CONFLICT (name) DO UPDATE SET value = excluded.value`, name, string(data))
		return err
	})
	return wrap(err, "write setting %s", name)
}
