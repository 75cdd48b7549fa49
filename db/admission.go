package db

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"time"
)

// jobAdmission inserts jobs and releases held ones, in transactions that also check grants and budgets.
type jobAdmission struct {
	*database
	records *records
}

// JobsTx is the transaction that decides whether jobs may spend, and that inserts or releases them. It is valid only
// inside the function passed to [Library.WriteJobs].
type JobsTx struct {
	BudgetReader
	tx  *sql.Tx
	now func() time.Time
}

// WriteJobs runs fn in one transaction, which is synced to the disk when WriteJobs returns. If fn fails, nothing is
// written and its error is returned unchanged. fn blocks all other writes: it must not wait for anything and must not
// write through the library.
func (a jobAdmission) WriteJobs(ctx context.Context, fn func(*JobsTx) error) error {
	var own error
	err := a.write(ctx, func(tx *sql.Tx) error {
		own = fn(&JobsTx{BudgetReader: BudgetReader{tx}, tx: tx, now: a.now})
		return own
	})
	if own != nil {
		return own
	}
	if err == nil {
		a.records.scheduleWrite()
	}
	return wrap(err, "write jobs")
}

// Insert inserts the jobs of one click and returns them as stored. It fills empty fields: ID, Ref, Click (the same for
// all, with ClickIndex as their order), CreatedAt (now) and State (waiting).
func (t *JobsTx) Insert(ctx context.Context, jobs []Job) ([]Job, error) {
	click, now := newRef(), t.now()
	written := make([]Job, 0, len(jobs))
	for i, j := range jobs {
		if j.ID != 0 {
			return nil, fmt.Errorf("insert job %d: it exists: %w", j.ID, ErrExists)
		}
		j.fill(click, i, now)
		w, err := insertJob(ctx, t.tx, j)
		if err != nil {
			return nil, wrap(err, "insert %d jobs", len(jobs))
		}
		written = append(written, w)
	}
	return written, nil
}

// Update writes a changed job and returns it as stored. before is the row as it was read in this transaction.
func (t *JobsTx) Update(ctx context.Context, before, now Job) (Job, error) {
	j, err := updateJob(ctx, t.tx, before, now)
	return j, wrap(err, "update job %d", before.ID)
}

// Delete is [Library.DeleteJob] in this transaction.
func (t *JobsTx) Delete(ctx context.Context, id int64) error {
	return wrap(deleteJob(ctx, t.tx, id), "delete job %d", id)
}

// ActiveResend returns the job that already repeats another one, or [ErrNotFound]. The caller checks and inserts in one
// transaction, so that a double click, or a click in each of two windows, makes one job and one charge.
//
// A resend is active until it has ended. If the old job is unconfirmed, and so may have been charged itself, an ended
// resend that was charged counts too. A rejected or refunded resend cost nothing: the request may then be repeated,
// from either row.
func (t *JobsTx) ActiveResend(ctx context.Context, of Job) (Job, error) {
	j, err := scanJob(t.tx.QueryRowContext(ctx, "SELECT "+jobColumns+` FROM jobs WHERE resend_of = ?1
		AND (state NOT IN ('rejected', 'failed', 'saved', 'expired') OR ?2 AND state IN ('saved', 'expired'))
		ORDER BY id DESC LIMIT 1`, of.ID, of.State == Unconfirmed))
	return j, wrap(err, "read repetition of job %d", of.ID)
}

// InsertClick stores which jobs a click with an ID made. It returns [ErrExists] if the profile already has a click with
// this ID.
func (t *JobsTx) InsertClick(ctx context.Context, profileID int64, c Click) error {
	c.ProfileID, c.CreatedAt = profileID, cmp.Or(c.CreatedAt, t.now())
	return wrap(putClick(ctx, t.tx, "INSERT", c), "insert click %s", c.ID)
}
