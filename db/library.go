package db

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"viviscope/db/folder"
)

const (
	// closeTimeout limits how long Close writes pending lines of jobs.jsonl. The first run after an update may have
	// very many.
	closeTimeout = 3 * time.Second

	// maxPath is the maximum length of the database's path, in bytes: SQLite's limit of 512, minus that of "-journal".
	maxPath = 504
)

// Library is an open library. All methods are safe for concurrent use. Reads run concurrently with each other and with
// a write. Writes are serialized, and synced to the disk when they return. All methods block for the disk, so call them
// off the window's goroutine. None waits for the network.
type Library struct {
	*database
	background *background
	prober     prober

	// Access to the rows of single tables.
	settingRows
	profileRows
	priceRows
	clientRows
	clickRows
	entryRows
	jobRows
	jobHistory
	assetRows
	families
	boardRows

	// Operations on several tables, or on rows and files.
	*records
	*sidecars
	*corrections
	lineages
	jobChanges
	jobAdmission
	ingester
	*albums
	*castList
	*finder
	annotator
	takeChecks
	trash
	*imports
	drawings
	costs
	sweeper
	storage
	dailyBackup
}

// compose returns the library of a home, not open yet.
func compose(h *home, o Options) *Library {
	d, back, p := newDatabase(h), &background{}, newProber(h, o)
	l := &Library{database: d, background: back, prober: p,
		settingRows: settingRows{d}, profileRows: profileRows{d}, priceRows: priceRows{d}, clientRows: clientRows{d},
		clickRows: clickRows{d}, entryRows: entryRows{d}, jobRows: jobRows{d}, jobHistory: jobHistory{d},
		assetRows: assetRows{d}, families: families{d}, boardRows: boardRows{d}, lineages: lineages{d},
		ingester: ingester{d}, storage: storage{d}, dailyBackup: dailyBackup{d},
		records: &records{database: d, background: back}, sidecars: &sidecars{database: d, background: back},
		corrections: &corrections{database: d},
	}
	l.jobChanges = jobChanges{d, l.records, l.corrections}
	l.jobAdmission = jobAdmission{d, l.records}
	l.castList = &castList{database: d}
	l.albums = &albums{database: d, sidecars: l.sidecars}
	l.finder = newFinder(d, back, l.profileRows, l.albums)
	l.annotator = annotator{d, l.assetRows, l.finder, l.sidecars}
	l.takeChecks = takeChecks{d, l.sidecars}
	l.trash = trash{d, l.settingRows, l.ingester}
	l.imports = &imports{database: d, prober: p, assets: l.assetRows, ingester: l.ingester, trash: l.trash}
	l.drawings = drawings{d, l.settingRows}
	l.costs = costs{d, l.finder}
	l.sweeper = sweeper{d, back, l.imports, clipSizes{d, l.settingRows, p}}
	return l
}

// Open opens the library in dir and creates it if there is none. An older database is backed up and migrated. The
// caller must call Close.
//
// Errors: [ErrNewerSchema] if a newer version wrote it (then nothing was changed), [ErrLocked] if another program has
// it open, [folder.ErrDiskFull] and [folder.ErrReadOnly] if the disk cannot be written. [ErrDamaged] means that SQLite
// cannot read the database, or that it is missing in a folder with files; then call [Rebuild] or [RestoreBackup].
func Open(ctx context.Context, dir string, o Options) (opened *Library, err error) {
	defer wrapTo(&err, "open library %s", dir)
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	l := compose(newHome(dir, o), o)
	steps := embeddedMigrations()
	// Before anything is written, even the lock: a newer library must not be changed. Interrupted writes may look like
	// damage until SQLite rolls back the journal, which happens below.
	path := filepath.Join(dir, folder.Database)
	if len(path) > maxPath {
		return nil, &fs.PathError{Op: "open", Path: path, Err: syscall.ENAMETOOLONG}
	}
	h, err := inspect(path, len(steps))
	if err != nil && !(errors.Is(err, ErrDamaged) && hasCompanion(path, "-journal")) {
		return nil, err
	}
	if err == nil && !h.exists && hasFilesOnly(dir) {
		return nil, fmt.Errorf("%w: it is missing, and the folder has files", ErrDamaged)
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
		if err := l.openShared(); err != nil {
			return nil, err
		}
		if err := l.openCopy(ctx, path, steps); err != nil {
			return nil, err
		}
		l.begin(o.StartupDelay)
		return l, nil
	}
	if err := l.openFolder(); err != nil {
		return nil, err
	}
	if err := l.adoptFinished(); err != nil {
		return nil, err
	}
	if err := l.database.open(ctx, path, steps); err != nil {
		return nil, err
	}
	l.begin(o.StartupDelay)
	// A rebuild was interrupted before its last step, but the old database is readable: keep that.
	return l, l.Remove(finishedName)
}

// begin starts the background work, once the database is open.
func (l *Library) begin(delay time.Duration) {
	l.background.begin(delay)
	l.finder.start(l.finishInterrupted)
}

// hasFilesOnly reports whether a folder without a database contains files of a library. An empty new database would
// hide them.
func hasFilesOnly(dir string) bool {
	if _, err := os.Stat(filepath.Join(dir, finishedName)); err == nil {
		return false
	}
	if info, err := os.Stat(filepath.Join(dir, recordsName)); err == nil && info.Size() > 0 {
		return true
	}
	found := false
	_ = filepath.WalkDir(filepath.Join(dir, folder.Files), func(_ string, d fs.DirEntry, err error) error {
		found = err == nil && d.Type().IsRegular()
		if found {
			return fs.SkipAll
		}
		return nil
	})
	return found
}

// Close ends all reads and writes and releases the lock. It must be called once; the library is unusable afterwards.
func (l *Library) Close() error {
	l.background.end()
	if l.writer != nil && l.reader != nil && !l.ReadOnly() {
		ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
		if err := l.writeDueRecords(ctx); err != nil { // written at the next start
			l.log.Warn("write "+recordsName, "err", err)
		}
		cancel()
	}
	return l.database.close()
}

// finishInterrupted completes the work that a killed program left: rows of imports, sidecars, lists and records.
func (l *Library) finishInterrupted(ctx context.Context) error {
	if l.ReadOnly() {
		return nil
	}
	for _, do := range []func(context.Context) error{
		l.finishImports, l.writeDueSidecars, l.writeCorrections, l.writeAlbums, l.writeCast, l.updateRecords} {
		if err := do(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Budget returns a reader of the current data that decides about spending.
func (l *Library) Budget() BudgetReader { return BudgetReader{l.reader} }

// Undo undoes a change in one transaction. It overwrites later changes to the same assets and skips deleted assets. It
// returns the Undo that redoes the change.
func (l *Library) Undo(ctx context.Context, u Undo) (redo Undo, err error) {
	if u.changed > 0 {
		redo, err = u.back(ctx)
	}
	return redo, wrap(err, "undo")
}
