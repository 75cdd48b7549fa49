package db

import (
	"context"
	"fmt"

	"github.com/mattn/go-sqlite3"
)

// SQLiteVersion is the version of SQLite that the program holds.
func SQLiteVersion() string {
	version, _, _ := sqlite3.Version()
	return version
}

// QuickCheck lets SQLite look through the database for damage (PRAGMA quick_check), beside whatever works on it. It reads the
// whole file, which takes seconds where that has gigabytes. Errors: ErrDamaged with what was found first.
func (l *Library) QuickCheck(ctx context.Context) error {
	var verdict string
	if err := l.reader.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&verdict); err != nil {
		return fmt.Errorf("check the database: %w", err)
	}
	if verdict != "ok" {
		return fmt.Errorf("check the database: %w: %s", ErrDamaged, verdict)
	}
	return nil
}
