package db

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"viviscope/db/ledger"
)

// Change is a job that is being changed: its current row, and the entries and assets to write with it. It is valid only
// inside the function passed to [Library.Change], except for Added and Lineage.
type Change struct {
	// Job may be changed by the function, except for its ID, Ref, ProfileID, Kind, Click, ClickIndex, Board, Shot,
	// Client and CreatedAt.
	Job *Job

	entries []Entry
	append  []Entry
	add     []Asset

	countSent bool
	lineage   Lineage // set after the commit
}

// Append adds an entry to the ledger. Empty fields are filled with the job's ID, profile and currency, and the current
// time. The rules of the ledger are checked after the function has returned.
func (c *Change) Append(e Entry) { c.append = append(c.append, e) }

// Correct appends a correction of the job's charge and returns it. The job must have no open entry at the commit.
func (c *Change) Correct(micros int64, currency, note string) Entry {
	e := Entry{Kind: Void, AmountMicros: &micros, Currency: currency, Note: note, Correction: newRef()}
	c.Append(e)
	return e
}

// Add adds an asset that the job made. Empty fields are filled with the job's ID, prompt and model, and the current
// time. Its file must be in the library already.
func (c *Change) Add(a Asset) { c.add = append(c.add, a) }

// CountSent counts a request that may cost money, in the same transaction that commits it as being sent. It does
// nothing if the library has no lineage.
func (c *Change) CountSent() { c.countSent = true }

// Entries returns the job's entries before the change, oldest first.
func (c *Change) Entries() []Entry { return c.entries }

// Added returns the assets of the change. After [Library.Change] has succeeded, they are as stored, with their IDs.
func (c *Change) Added() []Asset { return c.add }

// Lineage returns the library's lineage after a change with [Change.CountSent] was committed; the zero value if there
// is none.
func (c *Change) Lineage() Lineage { return c.lineage }

// jobChanges changes single jobs together with their ledger entries and assets.
type jobChanges struct {
	*database
	records     *records
	corrections *corrections
}

// Change reads a job, changes it with fn, and writes the row, the ledger entries and the assets in one transaction,
// which is synced when Change returns. If fn fails, nothing is written and its error is returned unchanged. Other
// errors: [*ledger.Error] for an entry that breaks the rules, [ErrExists] for a duplicate task ID or a duplicate ref,
// path or item of an asset, [ErrNotFound] for an unknown job.
//
// fn blocks all other writes: it must not wait for anything and must not write through the library. If ctx ends before
// the commit, the change is rolled back. For facts that cannot be learned a second time, pass a context
// that is never cancelled.
func (w jobChanges) Change(ctx context.Context, id int64, fn func(*Change) error) (Job, error) {
	return w.change(ctx, fmt.Sprint("change job ", id), fn, func(tx *sql.Tx) (old Job, entries []Entry, err error) {
		if old, err = jobByID(ctx, tx, id); err == nil {
			entries, err = ledger.OfJob(ctx, tx, id)
		}
		return old, entries, err
	})
}

// InsertWith is [Library.Change] for a new job, in the transaction that inserts it. It is for a job with an earlier
// history, such as one made by another program. Empty fields are filled as by [JobsTx.Insert]. A task ID that another
// job of the profile has is an [ErrExists].
func (w jobChanges) InsertWith(ctx context.Context, j Job, fn func(*Change) error) (Job, error) {
	if j.ID != 0 {
		return Job{}, fmt.Errorf("insert job %d: it exists: %w", j.ID, ErrExists)
	}
	j.fill(newRef(), 0, w.now())
	return w.change(ctx, "insert job", fn, func(tx *sql.Tx) (Job, []Entry, error) {
		first, err := insertJob(ctx, tx, j)
		return first, nil, err
	})
}

func (w jobChanges) change(
	ctx context.Context, what string, fn func(*Change) error, read func(*sql.Tx) (Job, []Entry, error),
) (Job, error) {
	var (
		job       Job
		own       error // error of fn
		corrected bool
	)
	err := w.write(ctx, func(tx *sql.Tx) error {
		old, entries, err := read(tx)
		if err != nil {
			return err
		}
		now := old
		c := &Change{Job: &now, entries: entries}
		own = fn(c)
		if own != nil {
			return own
		}
		corrected = slices.ContainsFunc(c.append, func(e Entry) bool { return e.Correction != "" })
		job, err = w.commitChange(ctx, tx, old, c)
		return err
	})
	switch {
	case own != nil:
		return Job{}, own
	case err != nil:
		return Job{}, wrap(err, "%s", what)
	case corrected:
		w.corrections.updateCorrections(ctx)
	}
	w.records.scheduleWrite()
	return job, nil
}

func (w jobChanges) commitChange(ctx context.Context, tx *sql.Tx, old Job, c *Change) (Job, error) {
	job, err := updateJob(ctx, tx, old, *c.Job)
	if err != nil {
		return Job{}, err
	}
	for _, e := range c.append {
		e = entryWithJob(job, e, w.now())
		if e.JobID != job.ID || e.ProfileID != job.ProfileID {
			return Job{}, &ledger.Error{JobID: e.JobID, Kind: e.Kind, Reason: "it belongs to another job or profile"}
		}
		if _, err := ledger.Insert(ctx, tx, e); err != nil {
			return Job{}, fmt.Errorf("append %s: %w", e.Kind, err)
		}
	}
	added := make([]Asset, 0, len(c.add))
	for _, a := range c.add {
		a, err := insertAsset(ctx, tx, a.withJob(job, w.now()), job.ProfileID)
		if err != nil {
			return Job{}, fmt.Errorf("add asset: %w", err)
		}
		added = append(added, a)
	}
	c.add = added
	if c.countSent {
		c.lineage, err = countSent(ctx, tx)
	}
	return job, err
}

// DeleteJob deletes a job that is waiting or held. It returns [ErrSent] for any other job, because that may have cost
// something, and [ErrNotFound] for an unknown one.
func (w jobChanges) DeleteJob(ctx context.Context, id int64) error {
	err := w.write(ctx, func(tx *sql.Tx) error { return deleteJob(ctx, tx, id) })
	if err == nil {
		w.records.scheduleWrite()
	}
	return wrap(err, "delete job %d", id)
}
