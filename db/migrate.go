package db

import (
	"cmp"
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"
)

//go:embed migrations/*.sql
var embedded embed.FS

// migration is one numbered step of the schema.
type migration struct {
	number int // 1-based, without gaps
	name   string
	sql    string
}

// embeddedMigrations returns the migrations of this program. It panics if they are invalid, which is a build error.
func embeddedMigrations() []migration {
	steps, err := readMigrations(embedded)
	if err != nil {
		panic(err)
	}
	return steps
}

// readMigrations reads migrations/NNNN_name.sql in order. It returns an error for a gap in the numbers.
func readMigrations(files fs.FS) ([]migration, error) {
	names, err := fs.Glob(files, "migrations/*.sql")
	if err != nil {
		return nil, err
	}
	var steps []migration
	for i, name := range names { // Glob sorts
		body, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		base := strings.TrimSuffix(path.Base(name), ".sql")
		if want := fmt.Sprintf("%04d_", i+1); !strings.HasPrefix(base, want) {
			return nil, fmt.Errorf("migration %s: expected %s…", base, want)
		}
		steps = append(steps, migration{number: i + 1, name: base, sql: string(body)})
	}
	return steps, nil
}

// migrate brings the database at path to the newest schema. With keep it backs up an existing database first.
//
// The migrations run in one transaction in rollback-journal mode; the writer switches to WAL later. So the schema
// version is in the database file itself once the transaction is committed, and never only in a WAL. [inspect] depends
// on that.
func migrate(ctx context.Context, at *home, file string, steps []migration, keep bool) error {
	if err := rollBack(ctx, file); err != nil {
		return fmt.Errorf("roll back interrupted migration: %w", err)
	}
	h, err := inspect(file, len(steps))
	if err != nil || h.version == len(steps) {
		return err
	}
	// Foreign keys are off, because a migration may recreate a table. They are checked after each one.
	const options = "_busy_timeout=5000&_journal_mode=DELETE&_synchronous=EXTRA&_txlock=exclusive&_foreign_keys=0"
	return withDatabase(file, options, func(pool *sql.DB) error {
		if h.version > 0 && keep {
			if err := (backups{at}).backup(ctx, pool, h.version); err != nil {
				return fmt.Errorf("back up before migrating: %w", err)
			}
		}
		tx, err := pool.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer tx.Rollback()
		if _, err := tx.ExecContext(ctx,
			"CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at INTEGER NOT NULL)"); err != nil {
			return err
		}
		for _, step := range steps[h.version:] {
			if err := step.apply(ctx, tx, at.now()); err != nil {
				return fmt.Errorf("migrate to %s: %w", step.name, err)
			}
		}
		if err := tx.Commit(); err != nil {
			return err
		}
		at.log.Info("library migrated", "from", h.version, "to", len(steps))
		return nil
	})
}

// rollBack rolls back a migration that a crash interrupted. Until then the version in the file may be one that was
// never committed. SQLite rolls back at the first read.
func rollBack(ctx context.Context, file string) error {
	if !hasCompanion(file, "-journal") {
		return nil
	}
	var n int
	return withDatabase(file, "_busy_timeout=5000", func(pool *sql.DB) error {
		return pool.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&n)
	})
}

// apply runs the migration, records it and checks the foreign keys.
func (step migration) apply(ctx context.Context, tx *sql.Tx, now time.Time) error {
	record := fmt.Sprintf(";\nPRAGMA user_version = %d; PRAGMA application_id = %d;", step.number, applicationID)
	if _, err := tx.ExecContext(ctx, step.sql+record); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO migrations (number, name, applied_at) VALUES (?, ?, ?)",
		step.number, step.name, millis(now)); err != nil {
		return err
	}
	var table, parent string
	var row sql.NullInt64
	err := tx.QueryRowContext(ctx, `SELECT "table", rowid, parent FROM pragma_foreign_key_check`).Scan(&table, &row,
		&parent)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	return cmp.Or(err, fmt.Errorf("row %d of %s refers to no row of %s", row.Int64, table, parent))
}
