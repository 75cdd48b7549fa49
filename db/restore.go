package db

import (
	"context"
	"path/filepath"
)

// RestoreBackup replaces the database by the newest good backup, and adds what the folder has beyond it: files and the
// jobs that made them, as [Rebuild] does. The old database is kept in backups/, and so is the backup.
//
// A backup does not contain what was sent after it was made. So that nothing is charged twice, every waiting job in it
// is held until the user releases it.
//
// Errors: [ErrNotFound] if there is no good backup, otherwise those of Rebuild.
func RestoreBackup(ctx context.Context, dir string, o Options) (Report, error) {
	r, err := replaceDatabase(ctx, dir, o, func(at *home) error {
		b, err := LastBackup(ctx, at.Dir())
		if err != nil {
			return err
		}
		return copySynced(ctx, filepath.Join(at.Dir(), filepath.FromSlash(b.Path)),
			filepath.Join(at.Dir(), unfinishedName))
	})
	return r, wrap(err, "restore backup of %s", dir)
}
