package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// InsertAgain writes a job that repeats another one, j.ResendOf, unless that was repeated already and the repetition
// still counts: then nothing is written, and the job that was made then is returned with made false. Looking and writing
// are one transaction, so that a double click, or a click in each of two windows, is one job and one charge.
//
// What counts: a repetition that has not ended. Where the old job is unconfirmed, so that both may be paid for, also one
// that ended and was paid for; one that was rejected or refunded cost nothing, and may be repeated by the old job's row
// or by its own. Errors: [ErrNotFound] where there is no such old job.
func (l *Library) InsertAgain(ctx context.Context, j Job) (job Job, made bool, err error) {
	if j.ID != 0 {
		return Job{}, false, fmt.Errorf("insert job %d: it is there already: %w", j.ID, ErrExists)
	}
	j.fill(newRef(), 0, l.now())
	err = l.write(ctx, func(tx *sql.Tx) error {
		old, err := jobByID(ctx, tx, j.ResendOf)
		if err != nil {
			return err
		}
		job, err = scanJob(tx.QueryRowContext(ctx, "SELECT "+jobColumns+` FROM jobs WHERE resend_of = ?1
			AND (state NOT IN ('rejected', 'failed', 'saved', 'expired') OR ?2 AND state IN ('saved', 'expired'))
			ORDER BY id DESC LIMIT 1`, old.ID, old.State == Unconfirmed))
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		made = true
		job, err = insertJob(ctx, tx, j)
		return err
	})
	if err != nil {
		return Job{}, false, wrap(err, "repeat job %d", j.ResendOf)
	}
	return job, made, nil
}
