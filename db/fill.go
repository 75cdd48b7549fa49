package db

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// filling writes what was found in a folder into a database, in one transaction. Each job and each asset has a savepoint
// of its own: a sidecar that does not fit stops nothing else.
type filling struct {
	ctx      context.Context
	l        *Library
	tx       *sql.Tx
	report   *Report
	profiles []Profile
	made     map[int64]bool   // profiles made here
	origin   map[int64]int64  // id of a profile in its sidecars, to its row
	jobs     map[string]Job   // by ref
	resends  map[int64]string // job to the ref of the one that it repeats
	members  []member         // of albums
}

// fill writes the jobs in the order of their clicks and the assets in the order of their landings.
func (l *Library) fill(ctx context.Context, tx *sql.Tx, all []found, r *Report) error {
	f := &filling{ctx: ctx, l: l, tx: tx, report: r, made: map[int64]bool{}, origin: map[int64]int64{},
		jobs: map[string]Job{}, resends: map[int64]string{}}
	var err error
	if f.profiles, err = list(ctx, tx, scanProfile, "SELECT "+profileColumns+" FROM profiles ORDER BY id"); err != nil {
		return err
	}
	slices.SortFunc(all, func(a, b found) int {
		return cmp.Or(a.clicked.Compare(b.clicked), a.order-b.order, strings.Compare(a.job, b.job), a.item-b.item)
	})
	for _, group := range groups(all) {
		if err := f.job(group); err != nil {
			return err
		}
	}
	for id, ref := range f.resends {
		if _, err := tx.ExecContext(ctx, "UPDATE jobs SET resend_of = (SELECT id FROM jobs WHERE ref = ? AND id <> ?) WHERE id = ?", ref, id, id); err != nil {
			return err
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return a.side.Landed.Compare(b.side.Landed) })
	for _, it := range all {
		if it.file == "" {
			continue
		}
		if err := f.asset(it); err != nil {
			return err
		}
	}
	if err := f.fillCorrections(); err != nil {
		return err
	}
	return f.fillAlbums(f.members)
}

// groups parts what was found by job; files without one are left out.
func groups(all []found) [][]found {
	byJob, refs := map[string][]found{}, []string{}
	for _, it := range all {
		if it.job == "" {
			continue
		}
		if byJob[it.job] == nil {
			refs = append(refs, it.job)
		}
		byJob[it.job] = append(byJob[it.job], it)
	}
	out := make([][]found, len(refs))
	for i, ref := range refs {
		out[i] = byJob[ref]
	}
	return out
}

// try runs fn under a savepoint. Where it fails for a reason that lies in the data, its writes are undone and done is
// false; a database that fails altogether is the error.
func (f *filling) try(p string, fn func() error) (done bool, err error) {
	if _, err := f.tx.ExecContext(f.ctx, "SAVEPOINT item"); err != nil {
		return false, err
	}
	failed := fn()
	if failed == nil {
		_, err = f.tx.ExecContext(f.ctx, "RELEASE item")
		return err == nil, err
	}
	if f.ctx.Err() != nil {
		return false, f.ctx.Err()
	}
	f.l.log.Warn("rebuild", "path", p, "err", failed)
	if _, err := f.tx.ExecContext(f.ctx, "ROLLBACK TO item"); err != nil {
		return false, fmt.Errorf("%w (after %w)", err, failed)
	}
	_, err = f.tx.ExecContext(f.ctx, "RELEASE item")
	return false, err
}

// asset writes the row of a file.
func (f *filling) asset(it found) error {
	a := Asset{
		Ref: it.side.Ref, Kind: it.kind, Path: it.file, SHA256: it.hash.SHA256, Bytes: it.hash.Bytes,
		MIME: it.media.MIME, Width: it.media.Width, Height: it.media.Height, Seconds: it.media.Seconds, FPS: it.media.FPS,
		HasAudio: it.media.HasAudio, Starred: it.side.Starred, Tags: it.side.Tags, Note: it.side.Note, CreatedAt: it.side.Landed,
	}.from(it.side.Import)
	if strings.HasPrefix(it.file, trashDir+"/") {
		a.TrashedAt = f.l.now() // the longest time until anybody empties it
	}
	if it.job != "" {
		if side, err := f.l.readSidecar(it.sidecar); err == nil {
			if m, ok := parseMade(side.Made); ok {
				a.Prompt, a.Model, a.ItemIndex, a.Seed = m.Prompt, m.Model, m.Index, seedOf(m.Request)
			}
		}
	}
	if !isTime(a.CreatedAt) {
		a.CreatedAt = f.modTime(it.file)
	}
	if moved, err := f.moved(a); err != nil || moved {
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
	if err == nil && !done { // a copy of another file with its sidecar
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
	for _, in := range it.side.Albums {
		f.members = append(f.members, member{a.ID, in})
	}
	f.report.Assets++
	if a.JobID == 0 {
		f.report.Imported++
	}
	return nil
}

// modTime is when a file was last written: the best guess at its age where nothing says it.
func (f *filling) modTime(rel string) time.Time {
	if info, err := f.l.root.Stat(rel); err == nil && isTime(info.ModTime()) {
		return info.ModTime().UTC()
	}
	return f.l.now()
}

// moved brings a row of a restored database up to where its file is now, be it in the trash.
func (f *filling) moved(a Asset) (bool, error) {
	old, err := scanAsset(f.tx.QueryRowContext(f.ctx, "SELECT "+assetColumns+" FROM assets WHERE ref = ?", a.Ref))
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil || old.SHA256 != a.SHA256 {
		return false, err
	}
	if there, err := f.l.exists(old.Path); err != nil || there {
		return false, err
	}
	_, err = f.tx.ExecContext(f.ctx, "UPDATE assets SET path = ?, starred = ?, tags = ?, note = ?, trashed_at = ? WHERE id = ?",
		a.Path, a.Starred, namesText(a.Tags), a.Note, millis(a.TrashedAt), old.ID)
	if err == nil {
		f.report.Assets++
	}
	return err == nil, err
}
