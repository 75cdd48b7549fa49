package db

import (
	"context"
	"path/filepath"
)

// RestoreBackup puts the newest good backup in place of the database, and brings what the folder has beyond it:
// files and the jobs that made them, as [Rebuild] does. The database that was there is kept in backups/, and so is
// the backup.
//
// A backup does not know what was sent after it was made. So that nothing is charged twice, every job that waits in
// it is held until a person releases it.
//
// Errors: [ErrNotFound] where there is no good backup, else those of Rebuild.
func RestoreBackup(ctx context.Context, dir string, o Options) (Report, error) {
	r, err := replaceDatabase(ctx, dir, o, func(at *home) error {
		b, err := LastBackup(ctx, at.Dir())
		if err != nil {
			return err
		}
		return copySynced(ctx, filepath.Join(at.Dir(), filepath.FromSlash(b.Path)), filepath.Join(at.Dir(), unfinishedName))
	})
	return r, wrap(err, "restore backup of %s", dir)
}
