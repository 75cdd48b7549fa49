package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"
)

const (
	// keptBackups is how many copies of the database stay in backups/.
	keptBackups = 5
	// backupAge is how old the newest copy may become before another one is made.
	backupAge = 24 * time.Hour
	// backupPause lies between two copies at least: a program that crashes at every start must not push out the old ones.
	backupPause = time.Hour
	// cutBackup is the ending of a copy that is not whole yet.
	cutBackup = ".part"
)

// Backup copies the database into backups/, once a day: where the newest copy is older than a day, or the last program did
// not close the library. It reports whether it made one. It reads beside all other work and holds up no write.
func (l *Library) Backup(ctx context.Context) (made bool, err error) {
	if err := l.clearCutBackups(); err != nil {
		return false, wrap(err, "back up library")
	}
	due, err := l.backupDue(ctx)
	if err != nil || !due {
		return false, wrap(err, "back up library")
	}
	steps, err := embeddedMigrations()
	if err != nil {
		return false, err
	}
	// A connection of its own: the writer's would make every write wait, and the readers' may write nothing, not even elsewhere.
	pool, err := sql.Open("sqlite3", dsn(filepath.Join(l.dir, databaseName), "_busy_timeout=5000"))
	if err != nil {
		return false, wrap(err, "back up library")
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	pool.SetMaxOpenConns(1)
	err = l.backup(ctx, pool, len(steps))
	return err == nil, wrap(err, "back up library")
}

func (l *Library) backupDue(ctx context.Context) (bool, error) {
	var used bool // an empty library needs no copy
	err := l.reader.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM jobs) OR EXISTS (SELECT 1 FROM assets)").Scan(&used)
	if err != nil || !used {
		return false, err
	}
	names, err := backupNames(l.root)
	if err != nil || len(names) == 0 {
		return true, err
	}
	age := l.now().Sub(timeOfBackup(names[len(names)-1]))
	return age >= backupAge || age < 0 || (l.unclean && age > backupPause), nil
}

// backup copies the database into backups/, whole or not at all, and removes the oldest copies. The names sort by time
// and say which schema they hold.
func (l *Library) backup(ctx context.Context, pool *sql.DB, version int) (err error) {
	name := fmt.Sprintf("%s/viviscope %s schema %d.db", backupsDir, l.now().UTC().Format(backupTime), version)
	part := name + cutBackup
	if err := l.clearCutBackups(); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, l.removeIfThere(part))
		}
	}()
	if _, err := pool.ExecContext(ctx, "VACUUM INTO ?", filepath.Join(l.dir, filepath.FromSlash(part))); err != nil {
		return err
	}
	if err := l.root.Chmod(part, fileMode); err != nil {
		return err
	}
	if err := l.syncFile(part); err != nil {
		return err
	}
	if err := l.root.Rename(part, name); err != nil {
		return err
	}
	if err := l.syncDir(backupsDir); err != nil {
		return err
	}
	l.log.Info("library backed up", "to", name)
	return l.pruneBackups()
}

// clearCutBackups removes what a program that was killed left of a copy.
func (l *Library) clearCutBackups() error {
	cut, err := fs.Glob(l.root.FS(), backupsDir+"/viviscope *.db"+cutBackup)
	for _, part := range cut {
		err = errors.Join(err, l.removeIfThere(part))
	}
	return err
}

func (l *Library) pruneBackups() error {
	names, err := backupNames(l.root)
	if err != nil {
		return err
	}
	for _, name := range names[:max(0, len(names)-keptBackups)] {
		if err := l.root.Remove(backupsDir + "/" + name); err != nil {
			return err
		}
	}
	return nil
}
