package db

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"viviscope/db/folder"
)

const (
	// backupAge is the age of the newest backup from which on another one is made.
	backupAge = 24 * time.Hour
	// backupPause is the minimum time between two backups. A program that crashes at every start must not replace all
	// old ones.
	backupPause = time.Hour
)

// dailyBackup makes a backup of the database once a day.
type dailyBackup struct{ *database }

// Backup copies the database into backups/ if the newest backup is older than a day, or the library was not closed
// properly. It reports whether it made a copy. It blocks no other reads or writes.
func (d dailyBackup) Backup(ctx context.Context) (made bool, err error) {
	defer wrapTo(&err, "back up library")
	due, err := d.backupDue(ctx)
	if err = errors.Join(backups{d.home}.clearPartBackups(), err); err != nil || !due {
		return false, err
	}
	// On a separate connection: on the writer it would block writes, and readers must not write at all.
	err = withDatabase(filepath.Join(d.Dir(), folder.Database), "_busy_timeout=5000", func(pool *sql.DB) error {
		return backups{d.home}.backup(ctx, pool, len(embeddedMigrations()))
	})
	return err == nil, err
}

func (d dailyBackup) backupDue(ctx context.Context) (bool, error) {
	var used bool // an empty library needs no copy
	err := d.reader.QueryRowContext(ctx,
		"SELECT EXISTS (SELECT 1 FROM jobs) OR EXISTS (SELECT 1 FROM assets) OR EXISTS (SELECT 1 FROM boards)").Scan(&used)
	if err != nil || !used {
		return false, err
	}
	names, err := backupNames(d.Root)
	if err != nil || len(names) == 0 {
		return true, err
	}
	age := d.now().Sub(timeOfBackup(names[len(names)-1]))
	return age >= backupAge || age < 0 || (d.unclean && age > backupPause), nil
}

// Backup is a copy of the database in backups/.
type Backup struct {
	Path string // relative to the library
	At   time.Time
}

// LastBackup returns the newest readable backup of the library in dir, or [ErrNotFound]. It reads the whole copy. The
// library may be open or closed.
func LastBackup(ctx context.Context, dir string) (_ Backup, err error) {
	defer wrapTo(&err, "find backup of %s", dir)
	root, err := os.OpenRoot(dir)
	if err != nil {
		return Backup{}, err
	}
	defer root.Close()
	names, err := backupNames(root)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Backup{}, err
	}
	for _, name := range slices.Backward(names) {
		path := filepath.Join(dir, folder.Backups, name)
		if checkBackup(ctx, path, len(embeddedMigrations())) == nil {
			return Backup{Path: folder.Backups + "/" + name, At: timeOfBackup(name)}, nil
		}
		if ctx.Err() != nil {
			return Backup{}, ctx.Err()
		}
	}
	return Backup{}, ErrNotFound
}

// checkBackup reads a whole copy and checks it for damage. It opens the copy as immutable, so that SQLite writes
// nothing beside it.
func checkBackup(ctx context.Context, path string, newest int) error {
	h, err := inspect(path, newest)
	if err != nil {
		return err
	}
	if h.version == 0 {
		return ErrDamaged
	}
	return withDatabase(path, "mode=ro&immutable=1", func(pool *sql.DB) error {
		return quickCheck(ctx, pool, path, true)
	})
}
