package db

import (
	"database/sql"
	"errors"
	"strings"

	"viviscope/db/folder"
)

// asset inserts the row of a file. If the file does not match its sidecar, or conflicts with another row, it becomes an
// imported file.
func (f *filler) asset(it foundFile) error {
	a := it.sidecarData.asset(it.kind, it.media, it.hash)
	if strings.HasPrefix(it.file, folder.Trash+"/") {
		a.TrashedAt = f.now() // restarts the retention time
	}
	if it.job != "" {
		if side, err := readSidecar(f.Folder, it.sidecar); err == nil {
			if m, ok := parseProvenance(side.Made); ok {
				a.Prompt, a.Model, a.ItemIndex, a.Seed = m.Prompt, m.Model, m.Index, seedOf(m.Request)
			}
		}
	}
	if !IsPlausibleTime(a.CreatedAt) {
		a.CreatedAt = f.modTime(it.file)
	}
	if moved, err := f.updateMoved(a); err != nil || moved {
		return err
	}
	job := f.jobs[it.job]
	a.JobID = job.ID
	put := func() error {
		if a.Ref == "" {
			a.Ref = newRef()
		}
		inserted, err := insertAsset(f.ctx, f.tx, a, job.ProfileID)
		a.ID = inserted.ID
		return err
	}
	done, err := f.try(it.file, put)
	if err == nil && !done { // a copy of another file and its sidecar
		f.report.problem(it.file, "it says that it is another file's; it is kept as an imported one")
		job, a.JobID, a.Ref, a.ItemIndex = Job{}, 0, "", 0
		done, err = f.try(it.file, put)
	}
	switch {
	case err != nil:
		return err
	case !done:
		f.report.problem(it.file, "it does not fit the database")
		return nil
	}
	for _, in := range it.sidecarData.Albums {
		f.members = append(f.members, albumMember{a.ID, in})
	}
	f.report.Assets++
	if a.JobID == 0 {
		f.report.Imported++
	}
	return nil
}

// updateMoved updates the row of a restored database if its file has moved, for example to the trash. It reports
// whether it did.
func (f *filler) updateMoved(a Asset) (bool, error) {
	old, err := scanAsset(f.tx.QueryRowContext(f.ctx, "SELECT "+assetColumns+" FROM assets WHERE ref = ?", a.Ref))
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil || old.SHA256 != a.SHA256 {
		return false, err
	}
	if there, err := f.Exists(old.Path); err != nil || there {
		return false, err
	}
	_, err = f.tx.ExecContext(f.ctx,
		"UPDATE assets SET path = ?, starred = ?, tags = ?, note = ?, checks = ?, trashed_at = ? WHERE id = ?",
		a.Path, a.Starred, namesJSON(a.Tags), a.Note, checksColumn{&a.Checks}, millis(a.TrashedAt), old.ID)
	if err == nil {
		f.report.Assets++
	}
	return err == nil, err
}
