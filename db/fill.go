package db

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"strings"
)

// fillDatabase inserts the jobs in the order of their clicks, and the assets in the order in which they were stored.
// Then it restores corrections, cast and albums.
func fillDatabase(ctx context.Context, h *home, tx *sql.Tx, all []foundFile, r *Report) error {
	f := &filler{ctx: ctx, home: h, tx: tx, report: r, made: map[int64]bool{}, origin: map[int64]int64{},
		jobs: map[string]Job{}, resends: map[int64]string{}, finals: map[int64]string{}}
	var err error
	if f.profiles, err = list(ctx, tx, scanProfile, "SELECT "+profileColumns+" FROM profiles ORDER BY id"); err != nil {
		return err
	}
	records, _, err := recordFile{h.Folder}.find()
	if err != nil {
		r.problem(recordsName, "it cannot be read; jobs without a file are lost")
	}
	for ref, place := range records {
		all = append(all, foundFile{job: ref, clicked: place.clicked, order: place.order, record: &place})
	}
	slices.SortFunc(all, func(a, b foundFile) int {
		return cmp.Or(a.clicked.Compare(b.clicked), a.order-b.order, strings.Compare(a.job, b.job), a.item-b.item)
	})
	byJob := map[string][]foundFile{}
	for _, it := range all {
		byJob[it.job] = append(byJob[it.job], it)
	}
	for _, it := range all {
		if group := byJob[it.job]; it.job != "" && group != nil {
			delete(byJob, it.job)
			if err := f.job(group); err != nil {
				return err
			}
		}
	}
	for column, refs := range map[string]map[int64]string{"resend_of": f.resends, "final_of": f.finals} {
		for id, ref := range refs {
			if _, err := tx.ExecContext(ctx, "UPDATE jobs SET "+column+
				" = (SELECT id FROM jobs WHERE ref = ?1 AND id <> ?2) WHERE id = ?2", ref, id); err != nil {
				return err
			}
		}
	}
	slices.SortStableFunc(all, func(a, b foundFile) int {
		return a.sidecarData.StoredAt.Compare(b.sidecarData.StoredAt)
	})
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
	if err := f.fillCast(); err != nil {
		return err
	}
	// Jobs that were restored from a line need no new line.
	for ref := range records {
		if _, err := tx.ExecContext(ctx, "DELETE FROM records_due WHERE ref = ?", ref); err != nil {
			return err
		}
	}
	return f.fillAlbums(f.members)
}
