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
	// lastRecords is the timeout of Close for writing pending lines of jobs.jsonl. A library of an older version has
	// none yet.
	closeTimeout = 3 * time.Second

	// longestPath is how many bytes the path of a database may have: SQLite takes 512, and appends "-journal".
	maxPath = 504
)

// Library is an open library. All methods are safe for concurrent use. Reads run beside each other and beside a
// write; writes queue up for the one writer and are on the disk when they return. No method waits for the network,
// but all wait for the disk: call them off the window's goroutine.
type Library struct {
	*database
	background *background
	prober     prober

	// Rows, to read and to write one by one.
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

	// What changes several of them, or has files follow them.
	*records
	*sidecars
	*corrections
	lineages
	jobChanges
	jobAdmission
	ingester
	*albums
	*finder
	annotator
	trash
	*imports
	drawings
	costs
	sweeper
	storage
	dailyBackup
}

// compose returns the library in a home, not yet opened.
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
	l.albums = &albums{database: d, sidecars: l.sidecars}
	l.finder = newFinder(d, back, l.profileRows, l.albums)
	l.annotator = annotator{d, l.assetRows, l.finder, l.sidecars}
	l.trash = trash{d, l.settingRows, l.ingester}
	l.imports = &imports{database: d, prober: p, assets: l.assetRows, ingester: l.ingester, trash: l.trash}
	l.drawings = drawings{d, l.settingRows}
	l.costs = costs{d, l.finder}
	l.sweeper = sweeper{d, back, l.imports, clipSizes{d, l.settingRows, p}}
	return l
}

// Open opens the library in dir and makes it if there is none. An older database is backed up and migrated. Errors:
// [ErrNewerSchema] if a newer version made it (then nothing was touched), [ErrLocked] if another program has it open,
// [folder.ErrDiskFull] and [folder.ErrReadOnly] if the disk cannot be written. [ErrDamaged] means that SQLite cannot
// read the database, or that it is missing from a folder that has files; [Rebuild] and [RestoreBackup] help then. Close
// must be called at the end.
func Open(ctx context.Context, dir string, o Options) (opened *Library, err error) {
	defer wrapTo(&err, "open library %s", dir)
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	l := compose(newHome(dir, o), o)
	steps := embeddedMigrations()
	// Before anything is written, even the lock: a newer library must not be touched. Incomplete writes of a crash may
	// look like damage until the journal is rolled back; that comes later.
	path := filepath.Join(dir, folder.Database)
	if len(path) > maxPath {
		return nil, &fs.PathError{Op: "open", Path: path, Err: syscall.ENAMETOOLONG}
	}
	h, err := inspect(path, len(steps))
	if err != nil && !(errors.Is(err, ErrDamaged) && hasCompanion(path, "-journal")) {
		return nil, err
	}
	if err == nil && !h.exists && hasFilesOnly(dir) {
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
	// If a rebuild ended between its last two steps, the old database was readable after all.
	return l, l.Remove(finishedName)
}

// begin starts the work in the background, when the database is open.
func (l *Library) begin(delay time.Duration) {
	l.background.begin(delay)
	l.finder.start(l.finishInterrupted)
}

// isBereft reports whether a folder without a database has files of a library: an empty database would hide them all.
func hasFilesOnly(dir string) bool {
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

// Close ends all reads and writes and gives the lock back. It must be called once; the library is unusable after it.
func (l *Library) Close() error {
	l.background.end()
	if l.writer != nil && l.reader != nil && !l.ReadOnly() {
		ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
		if err := l.writeDueRecords(ctx); err != nil { // the next start writes them
			l.log.Warn("write "+recordsName, "err", err)
		}
		cancel()
	}
	return l.database.close()
}

// settle does what a program that was killed left undone.
func (l *Library) finishInterrupted(ctx context.Context) error {
	if l.ReadOnly() {
		return nil
	}
	for _, do := range []func(context.Context) error{
		l.finishImports, l.writeDueSidecars, l.writeCorrections, l.writeAlbums, l.updateRecords} {
		if err := do(ctx); err != nil {
			return err
		}
	}
	return nil
}

// BudgetReader reads the current state of the library.
func (l *Library) Budget() BudgetReader { return BudgetReader{l.reader} }

// Undo takes a change back, in one transaction. Later changes to the same assets are overwritten; assets deleted since
// are left out. It returns the Undo that redoes the change.
func (l *Library) Undo(ctx context.Context, u Undo) (redo Undo, err error) {
	if u.changed > 0 {
		redo, err = u.back(ctx)
	}
	return redo, wrap(err, "undo")
}
