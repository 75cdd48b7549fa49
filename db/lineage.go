package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"path/filepath"

	"viviscope/db/folder"
)

// SettingLineage is the name of the setting that holds the [Lineage] of a library.
const SettingLineage = "lineage"

// Lineage identifies the history of a library. A copy has the lineage of its original, until either of them sends
// something. Comparing it with what the account recorded outside the library shows whether the database is older than
// that record, or is another copy. It contains no time, so that a wrong clock changes nothing.
type Lineage struct {
	Library string `json:"library"` // 32 hex digits; the same in all copies, and after a rebuild
	Branch  string `json:"branch"`  // 32 hex digits; new each time that an account takes over the library
	Sent    int64  `json:"sent"`    // requests that may cost money and were committed as being sent
}

// Valid reports whether the IDs have the form of IDs. What a database contains may come from anywhere.
func (l Lineage) Valid() bool {
	return validRef.MatchString(l.Library) && validRef.MatchString(l.Branch)
}

// Adopted returns the lineage for an account that takes over the library. An existing Library ID is kept.
func (l Lineage) Adopted() Lineage {
	if !l.Valid() {
		l = Lineage{Library: newRef()}
	}
	l.Branch = newRef()
	return l
}

// lineages writes which history of the library the database belongs to.
type lineages struct{ *database }

// TakeOver writes the lineage of the library and holds all jobs that are unsent according to the database, in one
// transaction. It returns the held jobs. revoke deletes all grants and tokens too: a database that is older than the
// last request does not contain their later use and revocation.
func (l lineages) TakeOver(ctx context.Context, lin Lineage, revoke bool) (held []Job, err error) {
	err = l.write(ctx, func(tx *sql.Tx) error {
		if err := putLineage(ctx, tx, lin); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, holdUnsent, NoteRestored, CodeRestored); err != nil {
			return err
		}
		if revoke {
			if _, err := tx.ExecContext(ctx, revokeClients); err != nil {
				return err
			}
		}
		held, err = list(ctx, tx, scanJob, "SELECT "+jobColumns+" FROM jobs WHERE state = 'held' ORDER BY id")
		return err
	})
	return held, wrap(err, "take over the library")
}

func putLineage(ctx context.Context, tx *sql.Tx, l Lineage) error {
	data, err := json.Marshal(l)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO settings (name, value) VALUES (?, ?)
		ON CONFLICT (name) DO UPDATE SET value = excluded.value`, SettingLineage, string(data))
	return err
}

// countSent adds 1 to Sent and returns the lineage.
func countSent(ctx context.Context, tx *sql.Tx) (l Lineage, err error) {
	var value string
	err = tx.QueryRowContext(ctx, `UPDATE settings
		SET value = json_set(value, '$.sent', coalesce(value ->> '$.sent', 0) + 1)
		WHERE name = ? RETURNING value`, SettingLineage).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return Lineage{}, nil
	}
	if err != nil {
		return Lineage{}, err
	}
	err = json.Unmarshal([]byte(value), &l)
	return l, err
}

// keepLineage writes the lineage of the database that is replaced into the new one, unless that has one: a backup keeps
// its own.
func copyLineage(ctx context.Context, f *folder.Folder, tx *sql.Tx) error {
	former := readOldLineage(ctx, f)
	if !former.Valid() {
		return nil
	}
	data, err := json.Marshal(former)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "INSERT OR IGNORE INTO settings (name, value) VALUES (?, ?)",
		SettingLineage, string(data))
	return err
}

// formerLineage returns the lineage in the database that a rebuild replaces, or else in the newest backup that has one.
// Both may be damaged: then the zero value is returned. It writes nothing and does not read the write-ahead log. That
// is safe: Library never changes, and an older Sent only causes the next start to look more closely.
func readOldLineage(ctx context.Context, f *folder.Folder) (found Lineage) {
	paths := []string{folder.Database}
	backups, _ := backupNames(f.Root)
	for i := len(backups) - 1; i >= 0; i-- {
		paths = append(paths, folder.Backups+"/"+backups[i])
	}
	for _, path := range paths {
		file := filepath.Join(f.Dir(), filepath.FromSlash(path))
		_ = withDatabase(file, "mode=ro&immutable=1", func(pool *sql.DB) error {
			var value string
			err := pool.QueryRowContext(ctx, "SELECT value FROM settings WHERE name = ?", SettingLineage).Scan(&value)
			if err == nil {
				err = json.Unmarshal([]byte(value), &found)
			}
			return err
		})
		if found.Valid() {
			return found
		}
	}
	return Lineage{}
}
