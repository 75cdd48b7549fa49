package db

import (
	"context"
	"path/filepath"
)

// RestoreBackup replaces the database by the newest good backup, and adds newer files of the folder with their jobs, as
// [Rebuild] does. The old database and the backup are kept in backups/.
//
// A backup does not contain later requests. So that nothing is charged twice, every waiting job in it is held until the
// user releases it. Errors: [ErrNotFound] if there is no good backup, otherwise those of Rebuild.
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
