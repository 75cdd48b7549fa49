package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"viviscope/db/folder"
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

// Backup copies the database into backups/, once a day: where the newest copy is older than a day, or the last program did not close the
// library. It reports whether it made one. It reads beside all other work and holds up no write.
func (l *Library) Backup(ctx context.Context) (made bool, err error) {
	defer wrapTo(&err, "back up library")
	due, err := l.backupDue(ctx)
	if err = errors.Join(l.clearCutBackups(), err); err != nil || !due {
		return false, err
	}
	// A connection of its own: the writer's would make every write wait, and the readers' may write nothing, not even elsewhere.
	err = withDatabase(filepath.Join(l.Dir(), folder.Database), "_busy_timeout=5000", func(pool *sql.DB) error {
		return l.backup(ctx, pool, len(embeddedMigrations()))
	})
	return err == nil, err
}

func (l *Library) backupDue(ctx context.Context) (bool, error) {
	var used bool // an empty library needs no copy
	err := l.reader.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM jobs) OR EXISTS (SELECT 1 FROM assets) OR EXISTS (SELECT 1 FROM boards)").Scan(&used)
	if err != nil || !used {
		return false, err
	}
	names, err := backupNames(l.Root)
	if err != nil || len(names) == 0 {
		return true, err
	}
	age := l.now().Sub(timeOfBackup(names[len(names)-1]))
	return age >= backupAge || age < 0 || (l.unclean && age > backupPause), nil
}

// backup copies the database into backups/, whole or not at all, and removes the oldest copies. The names contain the
// time, the schema and a number that counts up: the clock may be wrong.
func (l *Library) backup(ctx context.Context, pool *sql.DB, version int) (err error) {
	if err := l.clearCutBackups(); err != nil {
		return err
	}
	before, err := backupNames(l.Root)
	if err != nil {
		return err
	}
	number := 1
	if len(before) > 0 {
		number = numberOfBackup(before[len(before)-1]) + 1
	}
	name := fmt.Sprintf("%s/viviscope %s no %d schema %d.db", folder.Backups, l.now().UTC().Format(backupTime), number, version)
	part := name + cutBackup
	defer func() {
		if err != nil {
			err = errors.Join(err, l.Remove(part))
		}
	}()
	if _, err := pool.ExecContext(ctx, "VACUUM INTO ?", filepath.Join(l.Dir(), filepath.FromSlash(part))); err != nil {
		return err
	}
	_ = l.Root.Chmod(part, folder.FileMode) // some file systems have no modes
	if err := l.SyncFile(part); err != nil {
		return err
	}
	if err := errors.Join(l.Rename(part, name), l.SyncDir(folder.Backups)); err != nil {
		return err
	}
	l.log.Info("library backed up", "to", name)
	names, err := backupNames(l.Root)
	for _, old := range names[:max(0, len(names)-keptBackups)] {
		err = errors.Join(err, l.Remove(folder.Backups+"/"+old))
	}
	return err
}

// clearCutBackups removes what a program that was killed left of a copy.
func (l *Library) clearCutBackups() error {
	cut, err := fs.Glob(l.Root.FS(), folder.Backups+"/viviscope *.db"+cutBackup)
	for _, part := range cut {
		err = errors.Join(err, l.Remove(part))
	}
	return err
}

// Backup is a copy of the database in backups/.
type Backup struct {
	Path string // relative to the library
	At   time.Time
}

// backupTime is the time in the name of a backup.
const backupTime = "2006-01-02 150405.000"

// LastBackup returns the newest backup of a library that can be read, or [ErrNotFound]. It reads the whole copy. The library need not be
// open, and may be.
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

// backupNumber finds the number in the name of a backup.
var backupNumber = regexp.MustCompile(` no ([0-9]{1,9}) `)

// numberOfBackup returns the number of a backup; 0 for one of an older version, which gave none.
func numberOfBackup(name string) int {
	found := backupNumber.FindStringSubmatch(name)
	if found == nil {
		return 0
	}
	n, _ := strconv.Atoi(found[1]) // it has digits only, and few
	return n
}

// backupNames returns the names of our copies in backups/ in the order in which they were made, oldest first. Those
// without a number are ordered by the time in their name.
func backupNames(root *os.Root) ([]string, error) {
	entries, err := fs.ReadDir(root.FS(), folder.Backups) // sorted by name
	var names []string
	for _, e := range entries {
		if e.Type().IsRegular() && strings.HasPrefix(e.Name(), "viviscope ") && strings.HasSuffix(e.Name(), ".db") {
			names = append(names, e.Name())
		}
	}
	slices.SortStableFunc(names, func(a, b string) int { return numberOfBackup(a) - numberOfBackup(b) })
	return names, err
}

// timeOfBackup reads the time out of a backup's name; zero where a person has renamed it.
func timeOfBackup(name string) time.Time {
	rest := strings.TrimPrefix(name, "viviscope ")
	t, err := time.Parse(backupTime, rest[:min(len(backupTime), len(rest))])
	if err != nil {
		return time.Time{}
	}
	return t
}

// checkBackup walks a copy from end to end. It is opened as immutable, so that nothing is written beside it.
func checkBackup(ctx context.Context, path string, newest int) error {
	h, err := inspect(path, newest)
	if err != nil {
		return err
	}
	if h.version == 0 {
		return ErrDamaged
	}
	return withDatabase(path, "mode=ro&immutable=1", func(pool *sql.DB) error { return quickCheck(ctx, pool, path, true) })
}

// CodeRestored is the error code of a job that was held because the database may be older than the last request: the
// job may have been sent since. NoteRestored is its note and error message. A job that waits for approval keeps its
// code.
const (
	CodeRestored = "restored"
	NoteRestored = "this job comes from a copy or a backup of the library: it may have been sent since"
)

// RestoreBackup puts the newest good backup in place of the database, and brings what the folder has beyond it: files and the jobs that
// made them, as [Rebuild] does. The database that was there is kept in backups/, and so is the backup.
//
// A backup does not know what was sent after it was made. So that nothing is charged twice, every job that waits in it is held until a
// person releases it.
//
// Errors: [ErrNotFound] where there is no good backup, else those of Rebuild.
func RestoreBackup(ctx context.Context, dir string, o Options) (Report, error) {
	r, err := replaceDatabase(ctx, dir, o, func(l *Library) error {
		b, err := LastBackup(ctx, l.Dir())
		if err != nil {
			return err
		}
		return copySynced(ctx, filepath.Join(l.Dir(), filepath.FromSlash(b.Path)), filepath.Join(l.Dir(), unfinishedName))
	})
	return r, wrap(err, "restore backup of %s", dir)
}

// copySynced copies a file. The copy is on the disk when it returns.
func copySynced(ctx context.Context, source, target string) error {
	in, err := os.Open(source)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(target, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, folder.FileMode)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, folder.Reader(ctx, in))
	return errors.Join(err, folder.IgnoreUnsupported(out.Sync()), out.Close())
}
