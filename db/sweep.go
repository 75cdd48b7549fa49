package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io/fs"
	"path"
	"strings"
	"sync"
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
// It works aside: at the start, when the window is being filled, a hundred thousand files and rows must not hold that up.
func (l *Library) Sweep(ctx context.Context) (r SweepReport, err error) {
	if err := l.calm.end(ctx); err != nil {
		return r, wrap(err, "sweep library")
	}
	var work sync.WaitGroup
	work.Go(func() {
		workAside(lastNice)
		r, err = l.sweep(ctx)
	})
	work.Wait()
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
