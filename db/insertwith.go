package db

import (
	"context"
	"database/sql"
	"fmt"
)

// InsertWith writes a new job and what fn makes of it, with its ledger entries, in one transaction: for a job whose first
// row has a history already, as one that was made by another program. What is empty is filled as by
// [JobsTx.Insert]; fn gets the row as it was inserted, under the rules of [Library.Change]. Where fn fails nothing is
// written and its error is returned as it is. A task id that another job of the profile has is refused with [ErrExists].
func (l *Library) InsertWith(ctx context.Context, j Job, fn func(*Change) error) (Job, error) {
	if j.ID != 0 {
		return Job{}, fmt.Errorf("insert job %d: it is there already: %w", j.ID, ErrExists)
	}
	j.fill(newRef(), 0, l.now())
	var (
		job Job
		own error // fn's
	)
	err := l.write(ctx, func(tx *sql.Tx) error {
		first, err := insertJob(ctx, tx, j)
		if err != nil {
			return err
		}
		now := first
		c := &Change{Job: &now}
		if own = fn(c); own != nil {
			return own
		}
		job, err = l.commitChange(ctx, tx, first, c)
		return err
	})
	if own != nil {
		return Job{}, own
	}
	if err != nil {
		return Job{}, wrap(err, "insert job")
	}
	return job, nil
}
