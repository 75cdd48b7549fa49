package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Spent is what counts against a budget, in micro-units of one currency.
type Spent struct {
	Charged     int64 // charges and corrections of the period
	Reserved    int64 // reserves of the period without an end, and those of tasks that run, whenever they began: they are charged in it
	Unconfirmed int64 // unconfirmed entries of the period without an end
	Outgoing    int64 // estimates of jobs that are being sent, or will be without a person: nothing of them is in the ledger yet
}

// Used is everything that counts. Refunds are in none of it.
func (s Spent) Used() int64 { return s.Charged + s.Reserved + s.Unconfirmed + s.Outgoing }

// goesOut chooses the jobs that go out without a person, and those that are going out. A hold of these reasons ends by itself.
const goesOut = "(state IN ('waiting', 'sending') OR state = 'held' AND hold IN ('paused', 'no_key', 'key_refused'))"

// EndsByItself reports whether a job that is held for a reason goes out without a person, when sending goes on or there is a key.
func (h HoldReason) EndsByItself() bool {
	return h == HeldPaused || h == HeldNoKey || h == HeldKeyRefused
}

// Books are what decides whether jobs may spend, as one transaction sees them or as they are now.
type Books struct{ q querier }

// Books reads from the library as it is now.
func (l *Library) Books() Books { return Books{l.reader} }

// Profile returns a profile, or [ErrNotFound].
func (b Books) Profile(ctx context.Context, id int64) (Profile, error) {
	p, err := scanProfile(b.q.QueryRowContext(ctx, "SELECT "+profileColumns+" FROM profiles WHERE id = ?", id))
	return p, wrap(err, "read profile %d", id)
}

// Prices returns the price table of a profile that is in force at a moment, or [ErrNotFound] where there is none yet.
func (b Books) Prices(ctx context.Context, profileID int64, at time.Time) (Prices, error) {
	p, err := scanPrices(b.q.QueryRowContext(ctx, "SELECT "+pricesColumns+` FROM prices
		WHERE profile_id = ? AND valid_from <= ? ORDER BY valid_from DESC, id DESC LIMIT 1`, profileID, at.UnixMilli()))
	return p, wrap(err, "read prices of profile %d", profileID)
}

// Spent sums up what counts against the budgets of a profile in one currency, since the first moments of a day and of its
// month. What goes out counts in both. other are the jobs that go out with an estimate in another currency, which is in no sum.
// The job with the ID except is left out; 0: none is.
func (b Books) Spent(ctx context.Context, profileID int64, currency string, day, month time.Time, except int64) (today, all Spent, other []Job, err error) {
	add := func(period, kind string, sum int64) error {
		s := &today
		if period == "month" {
			s = &all
		}
		switch EntryKind(kind) {
		case Charge:
			s.Charged += sum
		case Reserve:
			s.Reserved += sum
		case UnconfirmedEntry:
			s.Unconfirmed += sum
		default:
			return fmt.Errorf("%s in the sums of the ledger", kind)
		}
		return nil
	}
	const closed = "SELECT 'charge', coalesce(sum(amount_micros), 0), coalesce(sum(CASE WHEN at >= ?1 THEN amount_micros END), 0) FROM ledger WHERE profile_id = ?3 AND currency = ?4 AND at >= ?2 AND "
	_, err = list(ctx, b.q, func(row scanner) (struct{}, error) {
		var (
			kind          string
			month, today_ int64
		)
		if err := row.Scan(&kind, &month, &today_); err != nil {
			return struct{}{}, err
		}
		return struct{}{}, errors.Join(add("month", kind, month), add("day", kind, today_))
	}, closed+"kind = 'charge' UNION ALL "+closed+"correction IS NOT NULL UNION ALL "+
		`SELECT e.kind, coalesce(sum(CASE WHEN e.at >= ?2 OR running THEN e.amount_micros END), 0), coalesce(sum(CASE WHEN e.at >= ?1 OR running THEN e.amount_micros END), 0)
		FROM (SELECT o.entry_id, j.state IN ('queued', 'in_progress', 'unwatched') AS running FROM ledger_open o JOIN jobs j ON j.id = o.job_id)
		JOIN ledger e ON e.id = entry_id WHERE e.profile_id = ?3 AND e.currency = ?4 GROUP BY e.kind`,
		day.UnixMilli(), month.UnixMilli(), profileID, currency)
	if err != nil {
		return Spent{}, Spent{}, nil, wrap(err, "sum up what profile %d spent", profileID)
	}
	var outgoing int64
	const of = " FROM jobs WHERE profile_id = ? AND " + goesOut + " AND id <> ? AND currency "
	if err := b.q.QueryRowContext(ctx, "SELECT coalesce(sum(estimate_micros), 0)"+of+"= ?", profileID, except, currency).Scan(&outgoing); err != nil {
		return Spent{}, Spent{}, nil, wrap(err, "sum up what goes out of profile %d", profileID)
	}
	today.Outgoing, all.Outgoing = outgoing, outgoing
	other, err = list(ctx, b.q, scanJob, "SELECT "+jobColumns+of+"<> ?", profileID, except, currency)
	return today, all, other, wrap(err, "read what goes out of profile %d", profileID)
}

// JobsTx is one transaction in which it is decided whether jobs may spend, and in which they are inserted or let go. It is valid
// inside the function given to [Library.WriteJobs] only.
type JobsTx struct {
	Books
	l  *Library
	tx *sql.Tx
}

// WriteJobs runs fn in one transaction that is on the disk when WriteJobs returns. Where fn fails nothing is written and its error
// is returned as it is. fn holds up every other write: it must not wait for anything, and must not write through the library.
func (l *Library) WriteJobs(ctx context.Context, fn func(*JobsTx) error) error {
	var own error
	err := l.write(ctx, func(tx *sql.Tx) error {
		own = fn(&JobsTx{Books: Books{tx}, l: l, tx: tx})
		return own
	})
	if own != nil {
		return own
	}
	return wrap(err, "write jobs")
}

// Insert writes the jobs of one click and returns them as they stand in the database. It fills what is empty: ID, Ref, Click (one
// for all, and with it ClickIndex, their order), CreatedAt (now) and State (waiting).
func (t *JobsTx) Insert(ctx context.Context, jobs []Job) ([]Job, error) {
	click, now := newRef(), t.l.now()
	written := make([]Job, 0, len(jobs))
	for i, j := range jobs {
		if j.ID != 0 {
			return nil, fmt.Errorf("insert job %d: it is there already: %w", j.ID, ErrExists)
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

// Update writes a job that was read before, and returns it as it stands in the database.
func (t *JobsTx) Update(ctx context.Context, before, now Job) (Job, error) {
	j, err := updateJob(ctx, t.tx, before, now)
	return j, wrap(err, "update job %d", before.ID)
}

// Repetition returns the job that repeats another one already and still counts, or [ErrNotFound]. Looking and inserting are one
// transaction, so that a double click, or a click in each of two windows, is one job and one charge.
//
// What counts: a repetition that has not ended. Where the old job is unconfirmed, so that both may be paid for, also one
// that ended and was paid for; one that was rejected or refunded cost nothing, and may be repeated by the old job's row
// or by its own.
func (t *JobsTx) Repetition(ctx context.Context, of Job) (Job, error) {
	j, err := scanJob(t.tx.QueryRowContext(ctx, "SELECT "+jobColumns+` FROM jobs WHERE resend_of = ?1
		AND (state NOT IN ('rejected', 'failed', 'saved', 'expired') OR ?2 AND state IN ('saved', 'expired'))
		ORDER BY id DESC LIMIT 1`, of.ID, of.State == Unconfirmed))
	return j, wrap(err, "read repetition of job %d", of.ID)
}
