package db

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"viviscope/db/folder"
)

// builder makes a new database for a library that is not open.
type builder struct {
	*home
	prober prober
}

// Rebuild makes a new database from the files and their sidecars. The old database is kept in backups/, whatever its
// state. Jobs without a file are restored from jobs.jsonl; unsent ones are held. Prices and settings are lost, because
// no file contains them. Unusable files are reported and not changed.
//
// The new database replaces the old one when it is complete and synced; a crash before that changes nothing. Errors:
// [ErrLocked] if a program has the library open, [ErrNewerSchema], [ErrNotFound] if dir is not a library.
func Rebuild(ctx context.Context, dir string, o Options) (Report, error) {
	r, err := replaceDatabase(ctx, dir, o, func(*home) error { return nil })
	return r, wrap(err, "rebuild library %s", dir)
}

// replaceDatabase makes a new database and replaces the old one, while it holds the library's lock. begin may put a
// database under unfinishedName to start from; otherwise it starts from an empty one.
func replaceDatabase(ctx context.Context, dir string, o Options, begin func(*home) error) (r Report, err error) {
	if dir, err = filepath.Abs(dir); err != nil {
		return r, err
	}
	steps := embeddedMigrations()
	if _, err := inspect(filepath.Join(dir, folder.Database), len(steps)); errors.Is(err, ErrNewerSchema) {
		return r, err
	}
	if !IsLibrary(dir) {
		return r, fmt.Errorf("%w: there is neither %s nor a folder %s", ErrNotFound, folder.Database, folder.Files)
	}
	h := newHome(dir, o)
	b := builder{h, newProber(h, o)}
	defer func() { err = errors.Join(err, b.home.close()) }()
	if err := b.openFolder(); err != nil {
		return r, err
	}
	if err := b.clearUnfinished(); err != nil {
		return r, err
	}
	if err := b.recordOldJobs(ctx, steps); err != nil && ctx.Err() == nil {
		b.log.Warn("read old database; jobs are restored from "+recordsName, "err",
			err)
	}
	if err = begin(b.home); err == nil {
		err = b.build(ctx, steps, o.Progress, &r)
	}
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return r, errors.Join(err, b.clearUnfinished())
	}
	err = b.swap(&r) // sets r.OldDatabase, so before return evaluates r
	return r, err
}

// recordOldJobs appends the lines to jobs.jsonl that are due in the old database. It works on a migrated copy. A
// damaged database returns an error.
func (b builder) recordOldJobs(ctx context.Context, steps []migration) (err error) {
	path := filepath.Join(b.Dir(), folder.Database)
	if there, err := b.Exists(folder.Database); err != nil || !there {
		return err
	}
	former := newDatabase(newHome(b.Dir(), Options{Now: b.now, Log: b.log}))
	defer func() { err = errors.Join(err, former.close()) }()
	if err := former.Folder.Open(); err != nil {
		return err
	}
	if err := former.openCopy(ctx, path, steps); err != nil {
		return err
	}
	return eachDue(ctx, former, func(_ []dueRecord, lines []byte) error { return recordFile{b.Folder}.append(lines) })
}

// clearUnfinished removes the incomplete database of an earlier rebuild.
func (b builder) clearUnfinished() (err error) {
	for _, suffix := range []string{"", "-journal", "-wal", "-shm"} {
		err = errors.Join(err, b.Remove(unfinishedName+suffix))
	}
	return err
}

// build migrates the unfinished database to the newest schema and inserts the contents of the folder. In
// rollback-journal mode the closed database is a single file.
func (b builder) build(ctx context.Context, steps []migration, progress func(done, total int), r *Report) error {
	file, err := b.Root.OpenFile(unfinishedName, os.O_RDWR|os.O_CREATE, folder.FileMode)
	if err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	path := filepath.Join(b.Dir(), unfinishedName)
	if err := migrate(ctx, b.home, path, steps, true); err != nil {
		return err
	}
	const options = "_busy_timeout=5000&_journal_mode=DELETE&_synchronous=FULL&_txlock=immediate&_foreign_keys=1"
	return withDatabase(path, options, func(pool *sql.DB) error {
		known, err := knownFiles(ctx, pool)
		if err != nil {
			return err
		}
		s := folderScan{home: b.home, prober: b.prober, indexed: known, progress: progress, report: r}
		all, err := s.scan(ctx)
		if err != nil {
			return err
		}
		tx, err := pool.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer tx.Rollback() // after a commit it does nothing
		// Only a backup has jobs. Its waiting jobs may have been sent since.
		if _, err := tx.ExecContext(ctx, holdUnsent, NoteRestored, CodeRestored); err != nil {
			return err
		}
		// Its grants may have been revoked or used up since.
		if _, err := tx.ExecContext(ctx, revokeClients); err != nil {
			return err
		}
		if err := fillDatabase(ctx, b.home, tx, all, r); err != nil {
			return err
		}
		if err := copyLineage(ctx, b.Folder, tx); err != nil {
			return err
		}
		slices.SortStableFunc(r.Problems, func(a, b Problem) int { return strings.Compare(a.Path, b.Path) })
		return tx.Commit()
	})
}

// swap moves the old database away and the new one to its place. The new one gets finishedName before the old one is
// moved, so that [Open] can complete the swap after a crash.
func (b builder) swap(r *Report) (err error) {
	if err := b.SyncFile(unfinishedName); err != nil {
		return err
	}
	if err := errors.Join(b.Rename(unfinishedName, finishedName), b.SyncDir(".")); err != nil {
		return err
	}
	if r.OldDatabase, err = b.moveAside(); err != nil {
		return err
	}
	return b.adoptFinished()
}

// moveAside moves the database and its companion files into a folder of backups/ and returns that folder; "" if there
// was no database. It moves the companions first, because SQLite would replay a leftover write-ahead log into the next
// database.
func (b builder) moveAside() (string, error) {
	dir := ""
	for _, suffix := range []string{"-wal", "-shm", "-journal", ""} {
		there, err := b.Exists(folder.Database + suffix)
		if err == nil && there && dir == "" {
			dir, err = b.newAside()
		}
		if err == nil && there {
			err = b.Rename(folder.Database+suffix, dir+"/"+folder.Database+suffix)
		}
		if err != nil {
			return dir, err
		}
	}
	if dir == "" {
		return "", nil
	}
	b.log.Info("old database kept", "in", dir)
	return dir, errors.Join(b.SyncDir(dir), b.SyncDir(folder.Backups), b.SyncDir("."))
}

func (b builder) newAside() (string, error) {
	for base, n := folder.Backups+"/damaged-"+b.now().UTC().Format("2006-01-02-150405"), 1; ; n++ {
		dir := base
		if n > 1 {
			dir = fmt.Sprintf("%s-%d", base, n)
		}
		if err := b.Root.Mkdir(dir, folder.DirMode); !errors.Is(err, fs.ErrExist) {
			return dir, err
		}
	}
}
