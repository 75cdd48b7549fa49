package db

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"viviscope/db/ledger"
)

// Change is one job while it is being changed: its current row, and what is to be written with it. It is valid only
// inside the function given to [Library.Change], except for Added.
type Change struct {
	// Job may be changed freely, except for its ID, Ref, ProfileID, Kind, Click, ClickIndex, Board, Shot, Client and
	// CreatedAt.
	Job *Job

	entries []Entry
	append  []Entry
	add     []Asset

	countSent bool
	lineage   Lineage // once it is committed
}

// Append adds an entry to the ledger. Empty fields get the job's ID, profile and currency, and the time of the change.
// The ledger's rules are checked after the function has returned.
func (c *Change) Append(e Entry) { c.append = append(c.append, e) }

// Correct appends a correction of the job's charge and returns it. The job must have no open entry by then.
func (c *Change) Correct(micros int64, currency, note string) Entry {
	e := Entry{Kind: Void, AmountMicros: &micros, Currency: currency, Note: note, Correction: newRef()}
	c.Append(e)
	return e
}

// Add adds an asset made by the job. Empty fields get the job's ID, prompt and model, and the time of the change. Its
// file must be in the library already.
func (c *Change) Add(a Asset) { c.add = append(c.add, a) }

// CountSent counts a request that may cost money, in the transaction that commits it as being sent. It does nothing if
// the library has no lineage.
func (c *Change) CountSent() { c.countSent = true }

// Entries returns the entries that the job had before the change, oldest first.
func (c *Change) Entries() []Entry { return c.entries }

// Added returns the assets of the change. Once [Library.Change] has returned without an error they are as stored, with
// their IDs.
func (c *Change) Added() []Asset { return c.add }

// Lineage returns the lineage of the library after a change with [Change.CountSent] was committed; the zero value if it
// has none.
func (c *Change) Lineage() Lineage { return c.lineage }

// jobChanges changes jobs one at a time, with their ledger entries and assets.
type jobChanges struct {
	*database
	records     *records
	corrections *corrections
}

// Change reads a job, lets fn change it, and writes the row, the ledger entries and the assets in one transaction that
// is synced to the disk when Change returns. If fn fails nothing is written and its error is returned unchanged.
// Errors: [*ledger.Error] for a ledger entry that breaks the rules, [ErrExists] for a task id or an asset's ref, path
// or item that exists already, [ErrNotFound] if there is no such job. Nothing is written then either.
//
// fn blocks all other writes: it must not wait for anything, and must not write through the library. If ctx ends before
// the commit, the change is undone. For facts that cannot be learned a second time, pass one that does not end.
func (w jobChanges) Change(ctx context.Context, id int64, fn func(*Change) error) (Job, error) {
	return w.change(ctx, fmt.Sprint("change job ", id), fn, func(tx *sql.Tx) (old Job, entries []Entry, err error) {
		if old, err = jobByID(ctx, tx, id); err == nil {
			entries, err = ledger.OfJob(ctx, tx, id)
		}
		return old, entries, err
	})
}

// InsertWith is Change for a new job, in the transaction that inserts it. It is for a job with a history before its
// first row, such as one made by another program. Empty fields are filled as by [JobsTx.Insert]. A task id of another
// job of the profile is refused with [ErrExists].
func (w jobChanges) InsertWith(ctx context.Context, j Job, fn func(*Change) error) (Job, error) {
	if j.ID != 0 {
		return Job{}, fmt.Errorf("insert job %d: it is there already: %w", j.ID, ErrExists)
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
		job Job
		own error // fn's
		set bool  // right: there is a correction
	)
	err := w.write(ctx, func(tx *sql.Tx) error {
		old, entries, err := read(tx)
		if err != nil {
			return err
		}
		now := old
		c := &Change{Job: &now, entries: entries}
		if own = fn(c); own != nil {
			return own
		}
		set = slices.ContainsFunc(c.append, func(e Entry) bool { return e.Correction != "" })
		job, err = w.commitChange(ctx, tx, old, c)
		return err
	})
	switch {
	case own != nil:
		return Job{}, own
	case err != nil:
		return Job{}, wrap(err, "%s", what)
	case set:
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

// DeleteJob deletes a job that was not sent: one that waits or is held. Any other is refused with [ErrSent], because it
// may have cost something. It returns [ErrNotFound] if there is no such job.
func (w jobChanges) DeleteJob(ctx context.Context, id int64) error {
	err := w.write(ctx, func(tx *sql.Tx) error { return deleteJob(ctx, tx, id) })
	if err == nil {
		w.records.scheduleWrite()
	}
	return wrap(err, "delete job %d", id)
}
