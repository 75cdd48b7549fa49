package db

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"path"
	"slices"
	"strings"

	"viviscope/db/folder"
)

// SweepReport contains the differences between folder and database. Nothing of it was deleted.
type SweepReport struct {
	Leftovers []string // files in incoming/ and inputs/ that no job needs any more, relative to the library
	Files     []string // files in files/ and trash/ without a row and without a running landing
	Missing   []int64  // assets with a missing file
	Repaired  []int64  // assets with a file that a crash had left on the other side of the trash; it is moved back
	Resized   []int64  // clips with a size that an earlier version measured by other rules; it is corrected
}

// sweeper compares the folder with the database.
type sweeper struct {
	*database
	background *background
	imports    *imports
	sizes      clipSizes
}

// Sweep compares the folder with the database. It reports and deletes nothing: what looks like an orphan may be the
// only copy of something that was paid for. It mends two things: a move to or from the trash that a crash cut in two,
// and the sizes of clips that an earlier version measured by other rules.
//
// It waits until the delay after [Open] is over: a hundred thousand files and rows must not hold up a window that
// is being filled.
func (s sweeper) Sweep(ctx context.Context) (r SweepReport, err error) {
	defer wrapTo(&err, "sweep library")
	select {
	case <-s.background.startup.Done():
	case <-ctx.Done():
		return r, ctx.Err()
	}
	// before the rows are read, so that files that land meanwhile have a row
	there, err := s.FilesIn(ctx, folder.Files, folder.Trash)
	if err != nil {
		return r, err
	}
	rows, err := knownFiles(ctx, s.reader)
	if err != nil {
		return r, err
	}
	for _, row := range rows {
		// else its landing will be repeated
		if _, other := rows[trashCounterpart(row.path)]; !there[row.path] && row.asset != 0 {
			if err := s.repairMove(ctx, row, !other, &r); err != nil {
				return r, err
			}
		}
	}
	if r.Resized, err = s.sizes.remeasure(ctx, there); err != nil {
		return r, err
	}
	for _, row := range rows {
		delete(there, row.path)
		delete(there, folder.SidecarOf(row.path))
	}
	for _, p := range slices.Sorted(maps.Keys(there)) {
		here, err := s.Exists(p) // else it has moved meanwhile
		if err != nil {
			return r, err
		}
		if here {
			r.Files = append(r.Files, p)
		}
	}
	idle, err := s.leftovers(ctx)
	r.Leftovers = slices.Sorted(maps.Keys(idle))
	return r, err
}

// heal checks the file of a row that the scan missed, which may have moved meanwhile. If it is on the other side of the
// trash, and no row uses that path, it is moved back.
func (s sweeper) repairMove(ctx context.Context, row knownFile, free bool, r *SweepReport) error {
	s.moving.Lock()
	defer s.moving.Unlock()
	a, err := assetByID(ctx, s.reader, row.asset)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	if here, err := s.Exists(a.Path); err != nil || here {
		return err
	}
	switch there, err := s.Exists(trashCounterpart(a.Path)); {
	case err != nil:
		return err
	case !there || !free || a.Path != row.path:
		r.Missing = append(r.Missing, a.ID)
		return nil
	case s.ReadOnly():
		return folder.ErrReadOnly
	}
	r.Repaired = append(r.Repaired, a.ID)
	return s.MovePair(trashCounterpart(a.Path), a.Path)
}

// idleParts returns the leftovers in incoming/ and inputs/: the files that no job may still need. A job refers to a
// file by its ref at the beginning of the name, by an item of its answer, or as its input. The value reports whether
// the file's job has ended.
func (s sweeper) leftovers(ctx context.Context) (map[string]bool, error) {
	// before the rows are read: a job made meanwhile is seen
	parts, err := s.FilesIn(ctx, folder.Incoming, folder.Inputs)
	if err != nil || len(parts) == 0 {
		return nil, err
	}
	ended := map[string]bool{}        // by ref
	var items, inputs strings.Builder // of the answers of running jobs; all references to inputs/
	// Of an ended job too the inputs are needed: it may be sent again. A draft may hold the picture of a job that
	// was discarded since.
	if _, err := list(ctx, s.reader, func(row scanner) (struct{}, error) {
		var ref, item, input string
		var over bool
		err := row.Scan(&ref, &over, &item, &input)
		ended[ref] = over
		items.WriteString(item)
		inputs.WriteString(input)
		return struct{}{}, err
	}, `SELECT ref, ended, iif(ended, '', coalesce(result_items, '')), input_path || ' '
			|| coalesce(inputs, '') || ' ' || iif(instr(request, 'inputs/') > 0, request, '') FROM
			(SELECT *, state IN ('rejected', 'failed', 'saved', 'expired') AS ended FROM jobs)
		UNION ALL SELECT '', TRUE, '', value FROM settings WHERE instr(value, 'inputs/') > 0`); err != nil {
		return nil, err
	}
	for p := range parts {
		name := path.Base(p)
		// a part is named after its item, with endings of its own: "<name>.part.json"
		item, _, _ := strings.Cut(name, ".part")
		over, known := ended[name[:min(32, len(name))]]
		needed := known && !over || strings.Contains(items.String(), `"`+item+`"`)
		if path.Dir(p) == folder.Inputs {
			needed = strings.Contains(inputs.String(), item)
		}
		parts[p] = over
		if _, arrives := s.imports.copying.Load(name); arrives || needed {
			delete(parts, p)
		}
	}
	return parts, nil
}

// ClearLeftovers removes files that a killed program left in incoming/ and inputs/ and that nothing can use any more.
// It returns their paths, relative to the library. It removes
//
//   - incomplete files: a part of a file, of a job that has ended, or of no job;
//   - pictures kept for a request that was never made, or was discarded.
//
// It keeps what a running job may continue; every picture that any job was made with, because an ended job can be sent
// again with it; every picture that a setting names, because a draft may hold it; and every whole file in incoming/,
// because it may be the only copy of something that was paid for. If a sweep found files without a row, the database
// may be new, or a backup, and the folder contain more than it: then only parts of jobs that have ended are removed. It
// never touches files/ or trash/.
//
// No picture may be between [folder.Folder.SaveInput] and its job's row meanwhile.
func (s sweeper) ClearLeftovers(ctx context.Context, found SweepReport) (removed []string, err error) {
	defer wrapTo(&err, "clear leftovers")
	idle, err := s.leftovers(ctx)
	for _, p := range slices.Sorted(maps.Keys(idle)) {
		half := path.Dir(p) == folder.Inputs || strings.Contains(path.Base(p), ".part")
		if !half || len(found.Files) > 0 && !idle[p] {
			continue
		}
		if err := s.Remove(p); err != nil {
			return removed, err
		}
		removed = append(removed, p)
	}
	return removed, err
}
