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

// SweepReport contains the differences between folder and database. Sweep deletes nothing.
type SweepReport struct {
	Leftovers []string // files in incoming/ and inputs/ that no job needs, relative to the library
	Files     []string // files in files/ and trash/ that no row contains
	Missing   []int64  // assets with a missing file
	Repaired  []int64  // assets with a file that was moved back after an interrupted move to or from the trash
	Resized   []int64  // clips with a corrected size, which an earlier version measured by other rules
}

// sweeper compares the folder with the database.
type sweeper struct {
	*database
	background *background
	imports    *imports
	sizes      clipSizes
}

// Sweep compares the folder with the database and reports the differences. It deletes nothing: an orphaned file may be
// the only copy of a paid result. It repairs two things: an interrupted move to or from the trash, and the sizes of
// clips that an earlier version measured by other rules.
//
// It waits for [Options].StartupDelay, because it reads all files and rows.
func (s sweeper) Sweep(ctx context.Context) (r SweepReport, err error) {
	defer wrapTo(&err, "sweep library")
	select {
	case <-s.background.startup.Done():
	case <-ctx.Done():
		return r, ctx.Err()
	}
	// before the rows are read: a file stored meanwhile would have no row
	there, err := s.FilesIn(ctx, folder.Files, folder.Trash)
	if err != nil {
		return r, err
	}
	rows, err := knownFiles(ctx, s.reader)
	if err != nil {
		return r, err
	}
	for _, row := range rows {
		// asset 0: Ingest will be repeated
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
		here, err := s.Exists(p) // false: it was moved meanwhile
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

// repairMove checks again the file of a row that the scan did not find, because it may have been moved meanwhile. If
// the file is on the other side of the trash, and no row has that path (free), it is moved back.
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

// leftovers returns the files in incoming/ and inputs/ that no job may still need. A job refers to a file by its ref at
// the beginning of the name, by an item of its answer, or as an input. The value reports whether the file's job has
// ended.
func (s sweeper) leftovers(ctx context.Context) (map[string]bool, error) {
	// before the rows are read, so that jobs made meanwhile are included
	parts, err := s.FilesIn(ctx, folder.Incoming, folder.Inputs)
	if err != nil || len(parts) == 0 {
		return nil, err
	}
	ended := map[string]bool{}        // by ref
	var items, inputs strings.Builder // results of running jobs; all references to inputs/
	// Inputs of ended jobs are needed for sending them again. Settings are included, because a draft may contain the
	// picture of a job that was discarded.
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
		// a part is named after its item, with further suffixes: "<name>.part.json"
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

// ClearLeftovers deletes files that a killed program left in incoming/ and inputs/ and that nothing can use any more.
// It returns their paths, relative to the library. It deletes
//
//   - incomplete downloads of jobs that have ended, or of no job;
//   - pictures for a request that was never made, or was discarded.
//
// It keeps
//
//   - files of running jobs;
//   - all inputs of jobs, because ended jobs can be sent again;
//   - pictures in settings, because a draft may contain them;
//   - complete files in incoming/, because one may be the only copy of a paid result.
//
// If the sweep found files without a row, the database may be older than the folder: then only incomplete downloads of
// ended jobs are deleted. It never deletes from files/ or trash/.
//
// The caller ensures that no job is between [folder.Folder.SaveInput] and the insert of its row.
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
