package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

// SweepReport is what in the folder does not fit the database. Nothing of it was deleted.
type SweepReport struct {
	Parts   []string // files in incoming/ and inputs/ that no job needs any more, relative to the library
	Files   []string // files in files/ and trash/ without a row and without a landing under way
	Missing []int64  // assets whose file is gone
	Healed  []int64  // assets whose file a crash had left on the other side of the trash; it is back
}

// Sweep compares the folder with the database. It reports and deletes nothing: what looks like an orphan may be the only
// copy of something that was paid for. The one thing that it mends is a move to or from the trash that a crash cut in two.
//
// It waits until the delay after [Open] is over: a hundred thousand files and rows must not hold up a window that is being filled.
func (l *Library) Sweep(ctx context.Context) (r SweepReport, err error) {
	select {
	case <-l.startup.Done():
		r, err = l.sweep(ctx)
	case <-ctx.Done():
		err = ctx.Err()
	}
	return r, wrap(err, "sweep library")
}

func (l *Library) sweep(ctx context.Context) (SweepReport, error) {
	var r SweepReport
	rows, err := l.knownFiles(ctx)
	if err != nil {
		return r, err
	}
	there, err := l.filesIn(ctx, filesDir, trashDir)
	if err != nil {
		return r, err
	}
	for _, row := range rows {
		switch {
		case there[row.path]:
		case row.asset == 0: // its landing will be repeated
		case there[otherSide(row.path)] && !hasRow(rows, otherSide(row.path)):
			healed, err := l.heal(ctx, row)
			if err != nil {
				return r, err
			}
			if healed {
				delete(there, otherSide(row.path))
				delete(there, sidecarOf(otherSide(row.path)))
				r.Healed = append(r.Healed, row.asset)
			}
		default:
			if gone, err := l.stillMissing(ctx, row.asset); err != nil {
				return r, err
			} else if gone {
				r.Missing = append(r.Missing, row.asset)
			}
		}
		delete(there, row.path)
		delete(there, sidecarOf(row.path))
	}
	if r.Files, err = l.unknown(ctx, there); err != nil {
		return r, err
	}
	r.Parts, err = l.idleParts(ctx)
	return r, err
}

// heal moves an asset's file back to the side that its row names, unless the move that put it there is under way: moves
// are made inside of a write, and so is this one.
func (l *Library) heal(ctx context.Context, row knownFile) (healed bool, err error) {
	err = l.write(ctx, func(tx *sql.Tx) error {
		a, err := assetByID(ctx, tx, row.asset)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil || a.Path != row.path {
			return err
		}
		if here, err := l.exists(row.path); err != nil || here {
			return err
		}
		healed = true
		return l.movePair(otherSide(row.path), row.path)
	})
	return healed && err == nil, err
}

// knownFile is a path that a row speaks of; asset is 0 for a landing.
type knownFile struct {
	path  string
	asset int64
}

func (l *Library) knownFiles(ctx context.Context) (map[string]knownFile, error) {
	all, err := list(ctx, l.reader, func(row scanner) (k knownFile, err error) {
		err = row.Scan(&k.asset, &k.path)
		return k, err
	}, "SELECT id, path FROM assets UNION ALL SELECT 0, path FROM landings")
	known := make(map[string]knownFile, len(all))
	for _, k := range all {
		known[k.path] = k
	}
	return known, err
}

func hasRow(rows map[string]knownFile, p string) bool { _, ok := rows[p]; return ok }

// filesIn returns the plain files below some folders.
func (l *Library) filesIn(ctx context.Context, dirs ...string) (map[string]bool, error) {
	there := map[string]bool{}
	for _, dir := range dirs {
		err := fs.WalkDir(l.root.FS(), dir, func(p string, d fs.DirEntry, err error) error {
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			if d != nil && d.Type().IsRegular() {
				there[p] = true
			}
			return ctx.Err()
		})
		if err != nil {
			return nil, err
		}
	}
	return there, nil
}

// stillMissing looks again at an asset whose file was not met: it may have moved while the folder was walked.
func (l *Library) stillMissing(ctx context.Context, id int64) (bool, error) {
	a, err := assetByID(ctx, l.reader, id)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	there, err := l.exists(a.Path)
	return !there, err
}

// unknown returns, in order, the files that no row speaks of, also by now.
func (l *Library) unknown(ctx context.Context, there map[string]bool) ([]string, error) {
	if len(there) == 0 {
		return nil, nil
	}
	rows, err := l.knownFiles(ctx)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		delete(there, row.path)
		delete(there, sidecarOf(row.path))
	}
	return sortedKeys(there), nil
}

// idleParts returns what is left over in incoming/ and inputs/: files that no job which may still need them speaks of, by
// its ref at the beginning of the name, by an item of its answer, or as its input.
func (l *Library) idleParts(ctx context.Context) ([]string, error) {
	parts, err := l.filesIn(ctx, incomingDir, inputsDir)
	if err != nil || len(parts) == 0 {
		return nil, err
	}
	type need struct{ ref, items, input, inputs, state string }
	jobs, err := list(ctx, l.reader, func(row scanner) (n need, err error) {
		err = row.Scan(&n.ref, &n.items, &n.input, &n.inputs, &n.state)
		return n, err
	}, `SELECT ref, coalesce(result_items, ''), input_path, coalesce(inputs, ''), state FROM jobs
		WHERE input_path <> '' OR inputs IS NOT NULL OR state NOT IN ('rejected', 'failed', 'saved', 'expired')`)
	if err != nil {
		return nil, err
	}
	inputs, refs, items := map[string]bool{}, map[string]bool{}, &strings.Builder{}
	for _, j := range jobs {
		inputs[j.input] = true // of an ended job too: it may be sent again
		for _, file := range inputFiles(j.inputs) {
			inputs[file] = true
		}
		if !JobState(j.state).Ended() {
			refs[j.ref] = true
			items.WriteString(j.items)
		}
	}
	for p := range parts {
		name := path.Base(p)
		// A part is named after its item, with endings of its own: "<name>.part", "<name>.part.json".
		item, _, _ := strings.Cut(name, ".part")
		if _, arrives := l.arriving.Load(name); arrives || inputs[p] || refs[name[:min(32, len(name))]] || strings.Contains(items.String(), `"`+item+`"`) {
			delete(parts, p)
		}
	}
	return sortedKeys(parts), nil
}

// inputFiles returns the files that a job's inputs speak of.
func inputFiles(inputs string) []string {
	var all []Input
	if inputs == "" || json.Unmarshal([]byte(inputs), &all) != nil {
		return nil
	}
	var files []string
	for _, in := range all {
		files = append(files, in.File)
	}
	return files
}

// ClearLeftovers removes what a killed program left in incoming/ and inputs/ and nothing can use any more, and returns
// what it removed, relative to the library. It removes
//
//   - what is half: a part of a file, of a job that has ended, or of no job;
//   - pictures kept for a request that was never made, or was discarded.
//
// It keeps what a job that is under way may continue; every picture that any job was made with, because an ended job can
// be sent again with it; every picture that a setting names, because a draft may hold it; and every whole file in incoming/, because it may
// be the only copy of something that was paid for. While files/ holds what no row speaks of, the database may be new, or a backup, and the
// folder know more than it does: then only parts of jobs that have ended go. It never touches files/ or trash/.
//
// No picture may be on its way from [Library.SaveInput] to its job's row meanwhile.
func (l *Library) ClearLeftovers(ctx context.Context) ([]string, error) {
	removed, err := l.clearLeftovers(ctx)
	return removed, wrap(err, "clear leftovers")
}

func (l *Library) clearLeftovers(ctx context.Context) (removed []string, err error) {
	idle, err := l.idleParts(ctx) // the files are listed before the rows are read: a job made meanwhile is seen
	if err != nil || len(idle) == 0 {
		return nil, err
	}
	jobs, err := l.whatJobsName(ctx)
	if err == nil {
		err = l.addSettings(ctx, jobs)
	}
	if err != nil {
		return nil, err
	}
	complete, err := l.knowsItsFolder(ctx)
	if err != nil {
		return nil, err
	}
	for _, p := range idle {
		if jobs.useless(p, complete) {
			if err := l.removeIfThere(p); err != nil {
				return removed, err
			}
			removed = append(removed, p)
		}
	}
	return removed, nil
}

// namedByJobs is what the rows of all jobs say of files: their refs, and everything in those, and in settings, that mention
// inputs/.
type namedByJobs struct {
	refs   map[string]bool
	inputs strings.Builder
}

func (l *Library) whatJobsName(ctx context.Context) (*namedByJobs, error) {
	n := &namedByJobs{refs: map[string]bool{}}
	_, err := list(ctx, l.reader, func(row scanner) (struct{}, error) {
		j, err := scanJob(row)
		if err != nil {
			return struct{}{}, err
		}
		n.refs[j.Ref] = true
		if whole, err := json.Marshal(j); err == nil && strings.Contains(string(whole), inputsDir+"/") {
			n.inputs.Write(whole)
		}
		return struct{}{}, nil
	}, "SELECT "+jobColumns+" FROM jobs")
	return n, err
}

// addSettings adds what settings say: a draft may hold the picture of a job that was discarded since.
func (l *Library) addSettings(ctx context.Context, n *namedByJobs) error {
	_, err := list(ctx, l.reader, func(row scanner) (struct{}, error) {
		var value string
		err := row.Scan(&value)
		n.inputs.WriteString(value)
		return struct{}{}, err
	}, "SELECT value FROM settings WHERE instr(value, ?) > 0", inputsDir+"/")
	return err
}

// useless judges a file that no job under way needs. complete says that the database knows every file of the library.
func (n *namedByJobs) useless(p string, complete bool) bool {
	name := path.Base(p)
	item, _, half := strings.Cut(name, ".part")
	ended := n.refs[name[:min(32, len(name))]]
	if path.Dir(p) == inputsDir {
		return complete && !strings.Contains(n.inputs.String(), item)
	}
	return half && (complete || ended)
}

// knowsItsFolder reports whether a row, or a landing under way, speaks of every file in files/ and trash/.
func (l *Library) knowsItsFolder(ctx context.Context) (bool, error) {
	there, err := l.filesIn(ctx, filesDir, trashDir)
	if err != nil {
		return false, err
	}
	strays, err := l.unknown(ctx, there)
	return len(strays) == 0, err
}

// Storage is what the library takes up, by its rows, and what the disk still has.
type Storage struct {
	Items      int   // assets outside the trash
	Bytes      int64 // of their files
	TrashItems int
	TrashBytes int64
	Free       int64 // bytes that this user may still write
	FreeKnown  bool  // false where the system does not say
}

// Storage sums the library up. Thumbnails, parts and the database itself are not counted.
func (l *Library) Storage(ctx context.Context) (Storage, error) {
	var s Storage
	err := l.reader.QueryRowContext(ctx, `SELECT * FROM
		(SELECT count(*), coalesce(sum(bytes), 0) FROM assets WHERE trashed_at IS NULL),
		(SELECT count(*), coalesce(sum(bytes), 0) FROM assets WHERE trashed_at IS NOT NULL)`).
		Scan(&s.Items, &s.Bytes, &s.TrashItems, &s.TrashBytes)
	if err != nil {
		return Storage{}, wrap(err, "measure library")
	}
	if s.Free, err = freeDisk(l.dir); err != nil {
		l.log.Debug("free disk", "err", err)
		return s, nil
	}
	s.FreeKnown = true
	return s, nil
}

// Use is what a part of the library takes up on the disk.
type Use struct {
	Files int
	Bytes int64
}

// Usage is what each part of the library takes up on the disk.
type Usage struct {
	Files    Use // what was made and imported
	Sidecars Use // beside them, and of what was deleted
	Trash    Use // with sidecars
	Inputs   Use // local pictures of requests
	Incoming Use // what is being fetched, or was left over
	Thumbs   Use // can be made again: [Library.ClearThumbs]
	Backups  Use // of the database
	Database Use
}

// Usage walks the folder and sums it up by part. It takes a while where there are many files: a hundred thousand a second
// or less.
func (l *Library) Usage(ctx context.Context) (Usage, error) {
	var u Usage
	err := fs.WalkDir(l.root.FS(), ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return err
		case d == nil || !d.Type().IsRegular():
			return nil
		}
		info, err := d.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if part := u.part(p); err == nil && part != nil {
			part.Files++
			part.Bytes += info.Size()
		}
		return err
	})
	return u, wrap(err, "measure library")
}

// part returns the part that a file belongs to; nil where it is none of ours.
func (u *Usage) part(p string) *Use {
	dir, _, nested := strings.Cut(p, "/")
	switch {
	case !nested && strings.HasPrefix(p, databaseName):
		return &u.Database
	case dir == filesDir && path.Ext(p) == ".json", dir == deletedDir:
		return &u.Sidecars
	}
	return map[string]*Use{filesDir: &u.Files, trashDir: &u.Trash, inputsDir: &u.Inputs, incomingDir: &u.Incoming,
		thumbsDir: &u.Thumbs, backupsDir: &u.Backups}[dir]
}

// ClearThumbs deletes the derived pictures, which are made again when they are looked at, and returns what that freed.
// With idle only those go whose file is not in the library any more: their names begin with its hash.
func (l *Library) ClearThumbs(ctx context.Context, idle bool) (Use, error) {
	var freed Use
	used := map[string]bool{}
	if idle {
		hashes, err := list(ctx, l.reader, func(row scanner) (sum string, err error) { err = row.Scan(&sum); return sum, err },
			"SELECT DISTINCT sha256 FROM assets")
		if err != nil {
			return freed, wrap(err, "clear thumbnails")
		}
		for _, sum := range hashes {
			used[sum] = true
		}
	}
	there, err := l.filesIn(ctx, thumbsDir)
	if err != nil {
		return freed, wrap(err, "clear thumbnails")
	}
	for _, p := range sortedKeys(there) {
		name := path.Base(p)
		if used[name[:min(64, len(name))]] {
			continue
		}
		info, err := l.root.Lstat(p)
		if err == nil {
			err = l.root.Remove(p)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) || ctx.Err() != nil {
			return freed, wrap(errors.Join(err, ctx.Err()), "clear thumbnails")
		}
		if err == nil {
			freed.Files++
			freed.Bytes += info.Size()
		}
	}
	return freed, nil
}

func sortedKeys(m map[string]bool) []string { return slices.Sorted(maps.Keys(m)) }

// FreeSpace returns the bytes that this user may still write on the disk of a folder that is there.
func FreeSpace(dir string) (int64, error) {
	free, err := freeDisk(dir)
	return free, wrap(err, "measure free space")
}
