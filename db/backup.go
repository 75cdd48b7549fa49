package db

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// keptBackups is how many copies of the database stay in backups/.
const keptBackups = 3

// backup copies the database into backups/, whole or not at all, and removes the oldest copies. The names sort by time
// and say which schema they hold.
func (l *Library) backup(ctx context.Context, pool *sql.DB, version int) error {
	name := fmt.Sprintf("%s/viviscope %s schema %d.db", backupsDir, l.now().UTC().Format("2006-01-02 150405.000"), version)
	part := name + ".part"
	if err := l.removeIfThere(part); err != nil {
		return err
	}
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

func (l *Library) pruneBackups() error {
	entries, err := fs.ReadDir(l.root.FS(), backupsDir)
	if err != nil {
		return err
	}
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
		return !strings.HasPrefix(e.Name(), "viviscope ") || !strings.HasSuffix(e.Name(), ".db")
	})
	for len(entries) > keptBackups { // ReadDir sorts: the oldest comes first
		if err := l.root.Remove(backupsDir + "/" + entries[0].Name()); err != nil {
			return err
		}
		entries = entries[1:]
	}
	return nil
}
