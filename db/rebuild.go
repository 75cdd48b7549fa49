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

const (
	unfinishedName = folder.Database + ".part" // a database that is being made
	finishedName   = folder.Database + ".new"  // a whole one, about to take the old one's place
)

// Problem is a file that a rebuild could not use, or not whole. It was left where it is.
type Problem struct {
	Path string // relative to the library
	What string // in words
}

// Report says what a rebuild, or a restored backup, brought back.
type Report struct {
	Assets   int    // files with a row now
	Imported int    // those of them of which nothing says what made them
	Jobs     int    // jobs with a sidecar or a line in jobs.jsonl
	Entries  int    // ledger entries
	Boards   int    // of which only package boards knows
	Profiles int    // made anew; none has prices, and a key only where the keychain has it
	Sidecars int    // of Problems: sidecars that could not be read
	Aside    string // folder of the old database, relative to the library; "" where there was none
	Problems []Problem
}

func (r *Report) problem(p, what string) {
	r.Problems = append(r.Problems, Problem{Path: strings.ToValidUTF8(p, "?"), What: what})
}

// Rebuild makes a new database out of the folder of files and their sidecars. The old database, in whatever state, is
// kept in backups/. Jobs without a file come back out of jobs.jsonl, those that were not sent as held ones. Prices
// and settings are in no file and not in the new database. Files that cannot be used are reported and left where they
// are. Nothing in a sidecar leads out of the folder.
//
// The new database takes the old one's place when it is whole and on the disk: a crash before that changes nothing. Errors: [ErrLocked]
// where a program has the library open, [ErrNewerSchema], [ErrNotFound] where dir is no library.
func Rebuild(ctx context.Context, dir string, o Options) (Report, error) {
	r, err := replaceDatabase(ctx, dir, o, func(*Library) error { return nil })
	return r, wrap(err, "rebuild library %s", dir)
}

// replaceDatabase has a new database made beside the old one, out of the one that begin leaves under the unfinished name or of an empty
// one, and puts it into its place, under the library's lock.
func replaceDatabase(ctx context.Context, dir string, o Options, begin func(*Library) error) (r Report, err error) {
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
	l := closed(dir, o)
	defer func() { err = errors.Join(err, l.Close()) }()
	if err := l.openFolder(); err != nil {
		return r, err
	}
	if err := l.clearUnfinished(); err != nil {
		return r, err
	}
	if err := l.recordFormer(ctx, steps); err != nil && ctx.Err() == nil {
		l.log.Warn("the old database cannot be read; jobs come back as they were last written to "+recordsName, "err", err)
	}
	if err = begin(l); err == nil {
		err = l.build(ctx, steps, o.Progress, &r)
	}
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return r, errors.Join(err, l.clearUnfinished())
	}
	err = l.exchange(&r) // before r is returned: it notes there where the old one is
	return r, err
}

// IsLibrary reports whether a folder holds a library, be it that its database is missing.
func IsLibrary(dir string) bool {
	for _, name := range []string{folder.Database, finishedName, folder.Files} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return true
		}
	}
	return false
}

// clearUnfinished removes what an earlier rebuild left half made.
func (l *Library) clearUnfinished() (err error) {
	for _, suffix := range []string{"", "-journal", "-wal", "-shm"} {
		err = errors.Join(err, l.Remove(unfinishedName+suffix))
	}
	return err
}

// build brings the unfinished database to the last schema, and what is in the folder into it. In rollback-journal mode that is one file
// when it is closed, with nothing beside it.
func (l *Library) build(ctx context.Context, steps []migration, progress func(done, total int), r *Report) error {
	file, err := l.Root.OpenFile(unfinishedName, os.O_RDWR|os.O_CREATE, folder.FileMode)
	if err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	path := filepath.Join(l.Dir(), unfinishedName)
	if err := l.migrate(ctx, path, steps); err != nil {
		return err
	}
	const options = "_busy_timeout=5000&_journal_mode=DELETE&_synchronous=FULL&_txlock=immediate&_foreign_keys=1"
	return withDatabase(path, options, func(pool *sql.DB) error {
		known, err := (&Library{reader: pool}).knownFiles(ctx)
		if err != nil {
			return err
		}
		s := folderScan{l: l, known: known, progress: progress, report: r}
		all, err := s.scan(ctx)
		if err != nil {
			return err
		}
		tx, err := pool.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer tx.Rollback() // after a commit it does nothing
		// Only a backup has jobs: what waited in it may have been sent since.
		if _, err := tx.ExecContext(ctx, holdUnsent, NoteRestored, CodeRestored); err != nil {
			return err
		}
		// What was granted may have been taken away since, or used up.
		if _, err := tx.ExecContext(ctx, revokeClients); err != nil {
			return err
		}
		if err := l.fill(ctx, tx, all, r); err != nil {
			return err
		}
		if err := l.keepLineage(ctx, tx); err != nil {
			return err
		}
		slices.SortStableFunc(r.Problems, func(a, b Problem) int { return strings.Compare(a.Path, b.Path) })
		return tx.Commit()
	})
}

// exchange puts the old database aside and the new one in its place. The new one has its finished name before the old one leaves: a crash
// in between leaves what [Open] brings to its end.
func (l *Library) exchange(r *Report) (err error) {
	if err := l.SyncFile(unfinishedName); err != nil {
		return err
	}
	if err := errors.Join(l.Rename(unfinishedName, finishedName), l.SyncDir(".")); err != nil {
		return err
	}
	if r.Aside, err = l.moveAside(); err != nil {
		return err
	}
	return l.adoptFinished()
}

// moveAside moves the database and what SQLite keeps beside it into a folder of backups/ and returns that folder; "" where there was
// nothing. The companions go first: a write-ahead log left alone would be played into the next database.
func (l *Library) moveAside() (string, error) {
	dir := ""
	for _, suffix := range []string{"-wal", "-shm", "-journal", ""} {
		there, err := l.Exists(folder.Database + suffix)
		if err == nil && there && dir == "" {
			dir, err = l.newAside()
		}
		if err == nil && there {
			err = l.Rename(folder.Database+suffix, dir+"/"+folder.Database+suffix)
		}
		if err != nil {
			return dir, err
		}
	}
	if dir == "" {
		return "", nil
	}
	l.log.Info("old database kept", "in", dir)
	return dir, errors.Join(l.SyncDir(dir), l.SyncDir(folder.Backups), l.SyncDir("."))
}

func (l *Library) newAside() (string, error) {
	for base, n := folder.Backups+"/damaged-"+l.now().UTC().Format("2006-01-02-150405"), 1; ; n++ {
		dir := base
		if n > 1 {
			dir = fmt.Sprintf("%s-%d", base, n)
		}
		if err := l.Root.Mkdir(dir, folder.DirMode); !errors.Is(err, fs.ErrExist) {
			return dir, err
		}
	}
}

// adoptFinished gives a whole new database its name, where the old one has left it.
func (l *Library) adoptFinished() error {
	if there, err := l.Exists(folder.Database); err != nil || there {
		return err
	}
	if there, err := l.Exists(finishedName); err != nil || !there {
		return err
	}
	return errors.Join(l.Rename(finishedName, folder.Database), l.SyncDir("."))
}
