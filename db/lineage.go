package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"path/filepath"

	"viviscope/db/folder"
)

// SettingLineage is the name of the setting that holds a [Lineage].
const SettingLineage = "lineage"

// Lineage identifies the history of a library. A copy has the lineage of its original, until one of them sends
// something. An account also keeps the last lineage outside the library. If the two differ, the database is older than
// that record, or is another copy. A lineage contains no time, because a clock may be wrong.
type Lineage struct {
	Library string `json:"library"` // 32 hex digits; the same in all copies and after a rebuild
	Branch  string `json:"branch"`  // 32 hex digits; new whenever an account takes over the library
	Sent    int64  `json:"sent"`    // number of requests committed as being sent that may cost money
}

// Valid reports whether both IDs have the right format. A database may come from anywhere.
func (l Lineage) Valid() bool {
	return validRef.MatchString(l.Library) && validRef.MatchString(l.Branch)
}

// Adopted returns the lineage for an account that takes over the library. It keeps a valid Library ID.
func (l Lineage) Adopted() Lineage {
	if !l.Valid() {
		l = Lineage{Library: newRef()}
	}
	l.Branch = newRef()
	return l
}

// lineages writes the lineage of the library.
type lineages struct{ *database }

// TakeOver writes the lineage and holds all unsent jobs, in one transaction. It returns the held jobs. With revoke it
// also deletes all grants and tokens, because an old database does not contain their later use or revocation.
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

// countSent increments Sent and returns the lineage.
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

// copyLineage copies the lineage of the replaced database into the new one, unless that has one: a backup keeps its
// own.
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

// readOldLineage returns the lineage in the database that a rebuild replaces, or else in the newest backup that has
// one; the zero value if none is readable. It writes nothing and ignores the write-ahead log. That is safe: Library
// never changes, and a smaller Sent only makes the next start check more.
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
