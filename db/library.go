package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/gofrs/flock"
	"github.com/mattn/go-sqlite3"

	"viviscope/db/folder"
	"viviscope/db/ledger"
	"viviscope/db/search"
)

const (
	lockName = "viviscope.lock"

	// lastRecords is how long Close writes lines of jobs.jsonl that are behind: a library of an older version has none
	// yet.
	lastRecords = 3 * time.Second

	// longestPath is how many bytes the path of a database may have: SQLite takes 512, and appends "-journal".
	longestPath = 504
)

// Options are the surroundings of a library. The zero value is usable.
type Options struct {
	Now func() time.Time // nil: time.Now
	Log *slog.Logger     // nil: nothing is logged
	// ReadOnly opens a library that is only looked at, where its disk takes no writes: a copy of its database in a temporary folder, so
	// that an older one can be migrated and what a crash left beside it is taken in. Nothing in the library's folder changes, all writes
	// are refused with [folder.ErrReadOnly], and the copy is deleted by Close.
	ReadOnly bool
	// StartupDelay is how long nothing is read or swept that nobody asked for, so that a window can be filled first; 0: not at all.
	StartupDelay time.Duration
	// Progress is called by [Rebuild] and [RestoreBackup] for each file, on their goroutine; nil: nobody asks.
	Progress func(done, total int)
	// Probe says what a file that is imported says itself. It is called with the kind that the first bytes say and the file's absolute
	// path, on the importing goroutine; nil: clips have neither size nor length, and pictures
	// the size of their header.
	Probe func(ctx context.Context, kind AssetKind, path string) (Media, error)
}

// Library is an open library. All methods are safe for concurrent use. Reads run beside each other and beside a write; writes queue up for
// the one writer and are on the disk when they return. No method waits for the network, but all wait for the disk: call them off the
// window's goroutine.
type Library struct {
	*folder.Folder
	lock   *flock.Flock
	writer *sql.DB
	reader *sql.DB
	now    func() time.Time
	log    *slog.Logger
	probe  func(ctx context.Context, kind AssetKind, path string) (Media, error)
	copied string // the temporary folder of a read-only library's database; "": it is not read-only
	// unclean: the last program that had it open did not close it.
	unclean bool
	// index is what assets are found by. It is all there when loaded is closed, and follows what changed; catchingUp is full while it does.
	index      *search.Index
	loaded     chan struct{}
	loadErr    error
	changed    changes
	catchingUp chan struct{}
	// background is what goes on behind the calls; it ends when running does. startup ends when the delay after Open is over, asked when a
	// search waits too.
	background              sync.WaitGroup
	running, startup, asked context.Context
	stop, ask               context.CancelFunc
	// moving is held for writing while a file changes its folder, so that its sidecar is written where it is. sidecars is held while
	// sidecars are written, albumList while the list of albums is.
	moving    sync.RWMutex
	sidecars  sync.Mutex
	albumList sync.Mutex
	// correctionList is held while the list of corrections is written.
	correctionList sync.Mutex
	// records is held while jobs.jsonl is written or replaced. recordsAsked counts the commits since it was last brought
	// up to date.
	records      sync.Mutex
	recordsAsked atomic.Int64
	// importing is held while an imported file gets its row, arriving has the names of those that are being copied.
	importing sync.Mutex
	arriving  sync.Map
	// unread has the columns with unreadable values that were logged.
	unread sync.Map
}

// Open opens the library in dir and makes it where there is none. An older database is backed up and migrated. The error is
// [ErrNewerSchema] where a newer version made it (then nothing was touched), [ErrLocked] where another program has it open, [ErrDamaged]
// where SQLite cannot read it, or it is gone from a folder that has files; [Rebuild] and [RestoreBackup] help then; [folder.ErrDiskFull]
// and [folder.ErrReadOnly] where the disk takes nothing. Close must be called at the end.
func Open(ctx context.Context, dir string, o Options) (opened *Library, err error) {
	defer wrapTo(&err, "open library %s", dir)
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	l := closed(dir, o)
	steps := embeddedMigrations()
	// Before anything is written, even the lock: a newer library is not to be touched. What a crash left half written may look damaged
	// until its journal is rolled back; that comes later.
	path := filepath.Join(dir, folder.Database)
	if len(path) > longestPath {
		return nil, &fs.PathError{Op: "open", Path: path, Err: syscall.ENAMETOOLONG}
	}
	h, err := inspect(path, len(steps))
	if err != nil && !(errors.Is(err, ErrDamaged) && hasLeft(path, "-journal")) {
		return nil, err
	}
	if err == nil && !h.exists && isBereft(dir) {
		return nil, fmt.Errorf("%w: it is gone, and the folder has files", ErrDamaged)
	}
	defer func() {
		if err != nil {
			_, opened = l.Close(), nil
		}
	}()
	if o.ReadOnly {
		if !h.exists {
			return nil, ErrNotFound
		}
		return l, l.openCopy(ctx, path, steps, o.StartupDelay)
	}
	if err := l.openFolder(); err != nil {
		return nil, err
	}
	if err := l.adoptFinished(); err != nil {
		return nil, err
	}
	if err := l.openDatabase(ctx, path, steps, o.StartupDelay); err != nil {
		return nil, err
	}
	// Where a rebuild ended between its last two steps, the old database was readable after all.
	return l, l.Remove(finishedName)
}

// closed returns the library in a folder, not yet opened.
func closed(dir string, o Options) *Library {
	l := &Library{Folder: folder.At(dir), now: o.Now, log: o.Log, probe: o.Probe}
	if l.now == nil {
		l.now = time.Now
	}
	if l.log == nil {
		l.log = slog.New(slog.DiscardHandler)
	}
	return l
}

// isBereft reports whether a folder without a database has files of a library: an empty database would hide them all.
func isBereft(dir string) bool {
	if _, err := os.Stat(filepath.Join(dir, finishedName)); err == nil {
		return false
	}
	if info, err := os.Stat(filepath.Join(dir, recordsName)); err == nil && info.Size() > 0 {
		return true
	}
	bereft := false
	_ = filepath.WalkDir(filepath.Join(dir, folder.Files), func(_ string, d fs.DirEntry, err error) error {
		if bereft = err == nil && d.Type().IsRegular(); bereft {
			return fs.SkipAll
		}
		return nil
	})
	return bereft
}

// openFolder takes the lock and makes what is missing of the folder.
func (l *Library) openFolder() error {
	if err := folder.MakePrivate(l.Dir()); err != nil {
		return err
	}
	var err error
	if l.lock, err = lockFolder(l.Dir()); err != nil {
		return err
	}
	if err := l.Make(); err != nil {
		return err
	}
	return l.Remove(moveName) // of a move by an earlier version
}

func flockOf(dir string) *flock.Flock {
	return flock.New(filepath.Join(dir, lockName), flock.SetPermissions(folder.FileMode))
}

// lockFolder takes the lock of a library's folder, or returns [ErrLocked].
func lockFolder(dir string) (*flock.Flock, error) {
	lock := flockOf(dir)
	got, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("lock: %w", err)
	}
	if !got {
		return nil, ErrLocked
	}
	return lock, nil
}

// openCopy opens a copy of the database at path, which no other program of this computer works on while it is made.
func (l *Library) openCopy(ctx context.Context, path string, steps []migration, delay time.Duration) (err error) {
	lock := flockOf(l.Dir())
	got, err := lock.TryRLock()
	switch {
	case err != nil: // there is none, and none can be made
	case !got:
		return ErrLocked
	default:
		l.lock = lock
	}
	if err = l.Folder.Open(); err != nil {
		return err
	}
	return l.copyDatabase(ctx, path, steps, delay)
}

// copyDatabase opens a temporary copy of the database at path, which Close deletes.
func (l *Library) copyDatabase(ctx context.Context, path string, steps []migration, delay time.Duration) (err error) {
	if l.copied, err = os.MkdirTemp("", "viviscope-"); err != nil {
		return err
	}
	target := filepath.Join(l.copied, folder.Database)
	for _, end := range []string{"", "-wal", "-journal"} {
		if err := copySynced(ctx, path+end, target+end); err != nil && !(end != "" && errors.Is(err, fs.ErrNotExist)) {
			return err
		}
	}
	return l.openDatabase(ctx, target, steps, delay)
}

// Now is the time of the library's clock.
func (l *Library) Now() time.Time { return l.now() }

// Log is where the library notes what went wrong and stopped nothing.
func (l *Library) Log() *slog.Logger { return l.log }

// ReadOnly reports whether the library can only be looked at.
func (l *Library) ReadOnly() bool { return l.copied != "" }

func (l *Library) openDatabase(ctx context.Context, path string, steps []migration, delay time.Duration) error {
	// SQLite gives its companions (-wal, -shm, -journal) the mode of the database, so the database is made first.
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, folder.FileMode)
	if err != nil {
		return err
	}
	_ = f.Chmod(folder.FileMode) // some file systems have no modes
	if err := f.Close(); err != nil {
		return err
	}
	if err := l.migrate(ctx, path, steps); err != nil {
		return err
	}
	l.unclean = hasLeft(path, "-wal")
	l.index, l.loaded, l.catchingUp, l.changed.ids = search.New(l.now), make(chan struct{}), make(chan struct{}, 1), map[int64]bool{}
	running, stop := context.WithCancel(context.Background())
	startup, stopDelay := context.WithTimeout(running, delay)
	l.running, l.startup, l.stop = running, startup, func() { stopDelay(); stop() }
	l.asked, l.ask = context.WithCancel(startup)
	if l.writer, err = openWriter(ctx, path, l.changed.seen); err != nil {
		return err
	}
	if err := quickCheck(ctx, l.writer, path, l.unclean); err != nil {
		return err
	}
	if l.reader, err = openReader(path); err != nil {
		return err
	}
	l.startIndex()
	return nil
}

// Close ends all reads and writes and gives the lock back. It must be called once; the library is unusable after it.
func (l *Library) Close() error {
	if l.stop != nil {
		l.stop()
		l.background.Wait()
	}
	var errs []error
	if l.writer != nil && l.reader != nil && !l.ReadOnly() {
		ctx, cancel := context.WithTimeout(context.Background(), lastRecords)
		if err := l.writeDueRecords(ctx); err != nil { // the next start writes them
			l.log.Warn("write "+recordsName, "err", err)
		}
		cancel()
	}
	for _, pool := range []*sql.DB{l.reader, l.writer} {
		if pool != nil {
			errs = append(errs, pool.Close())
		}
	}
	errs = append(errs, l.Folder.Close())
	if l.copied != "" {
		errs = append(errs, os.RemoveAll(l.copied))
	}
	if l.lock != nil {
		errs = append(errs, l.lock.Close())
	}
	return wrap(errors.Join(errs...), "close library %s", l.Dir())
}

// write runs fn in one immediate transaction. When it returns nil the transaction is on the disk; otherwise nothing of it is. fn must use
// tx only: the writer is one connection.
func (l *Library) write(ctx context.Context, fn func(tx *sql.Tx) error) error {
	if l.ReadOnly() {
		return folder.ErrReadOnly
	}
	tx, err := l.writer.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer l.changed.ended()
	defer tx.Rollback() // after a commit it does nothing
	if err := fn(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// querier is a transaction or a pool.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// scanner is one row.
type scanner interface{ Scan(dest ...any) error }

// list runs a query and reads every row of it.
func list[T any](ctx context.Context, q querier, scan func(scanner) (T, error), query string, args ...any) ([]T, error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, rows.Err()
}

// shown is list for rows that a user sees: a value of the wrong kind is zero and logged once, so that it hides neither
// its row nor the others.
func shown[T any](ctx context.Context, l *Library, q querier, scan func(scanner) (T, error), query string, args ...any) ([]T, error) {
	return list(ctx, q, func(row scanner) (T, error) { return scan(shownRow{row.(*sql.Rows), l}) }, query, args...)
}

type shownRow struct {
	*sql.Rows
	lib *Library
}

// Scan implements scanner.
func (r shownRow) Scan(fields ...any) error {
	err := ledger.ScanLenient(r.Rows, fields...)
	bad, ok := errors.AsType[*ledger.UnreadError](err)
	if !ok {
		return err
	}
	what := fmt.Sprint(bad.Columns)
	if _, known := r.lib.unread.LoadOrStore(what, true); !known {
		r.lib.log.Warn("a row of the library is shown without some values", "err", bad)
	}
	return nil
}

// Errors that a caller decides by, with errors.Is.
var (
	// ErrLocked: another program has the library open.
	ErrLocked = errors.New("the library is open in another program")
	// ErrNewerSchema: a newer version made the database. Nothing in the folder was touched.
	ErrNewerSchema = errors.New("the library was made by a newer version")
	// ErrDamaged: the file is no database of ours or is malformed, or it is gone from a folder that has files.
	ErrDamaged = errors.New("the database of the library is damaged")
	// ErrNotFound: there is no such row.
	ErrNotFound = errors.New("not found")
	// ErrExists: something of that name, ref or task is already there.
	ErrExists = errors.New("already there")
	// ErrSent: the job has left, or may have left, this computer.
	ErrSent = errors.New("the job was sent")
	// ErrChanged: what the caller decided by is another value by now.
	ErrChanged = errors.New("changed in the meantime")
	// ErrSidecar: what was given as the sidecar of a file is none, or another file's.
	ErrSidecar = errors.New("not the sidecar of this file")
)

// wrap gives err the words of what was being done, and the sentinel that callers decide by.
func wrap(err error, format string, args ...any) error {
	if err == nil {
		return nil
	}
	what := fmt.Sprintf(format, args...)
	if s := sentinel(err); s != nil {
		return fmt.Errorf("%s: %w (%w)", what, s, err)
	}
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("%s: %w", what, ErrNotFound)
	}
	return fmt.Errorf("%s: %w", what, err)
}

// wrapTo is wrap of the error that a function is about to return.
func wrapTo(err *error, format string, args ...any) { *err = wrap(*err, format, args...) }

// sentinel finds our name for an error of SQLite or of the system; nil where there is none, or where err has it.
func sentinel(err error) error {
	var found error
	var se sqlite3.Error
	if errors.As(err, &se) {
		switch se.Code {
		case sqlite3.ErrCorrupt, sqlite3.ErrNotADB:
			found = ErrDamaged
		case sqlite3.ErrFull:
			found = folder.ErrDiskFull
		case sqlite3.ErrReadonly:
			found = folder.ErrReadOnly
		case sqlite3.ErrConstraint:
			if se.ExtendedCode == sqlite3.ErrConstraintUnique || se.ExtendedCode == sqlite3.ErrConstraintPrimaryKey {
				found = ErrExists
			}
		}
	} else {
		found = folder.Sentinel(err)
	}
	if found == nil || errors.Is(err, found) {
		return nil
	}
	return found
}
