package db

import (
	"context"
	"database/sql"
	"fmt"
	"math"
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
func (s Spent) Used() int64 { return Sum(s.Charged, s.Reserved, s.Unconfirmed, s.Outgoing) }

// Sum adds amounts. It stays at the largest number, or the smallest, rather than to turn over.
func Sum(micros ...int64) (sum int64) {
	for _, m := range micros {
		switch {
		case m > 0 && sum > math.MaxInt64-m:
			sum = math.MaxInt64
		case m < 0 && sum < math.MinInt64-m:
			sum = math.MinInt64
		default:
			sum += m
		}
	}
	return sum
}

// goesOut chooses the jobs that are going out, will when their turn comes, when sending goes on, or when the job before them is saved: one
// that waits for a job in vain has a code. Whether one that is held for want of a key fits is asked when there is a key.
const goesOut = "state IN ('waiting', 'sending', 'held') AND (state <> 'held' OR hold = 'paused' OR hold = 'after' AND error_code = '')"

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

// Spent sums up what counts against the budgets of a profile in one currency, since the first moments of a day and of its month. What goes
// out counts in both. other are the jobs that go out without an estimate, or with one in another currency: they are in no sum. The job with
// the ID except is left out; 0: none is.
func (b Books) Spent(ctx context.Context, profileID int64, currency string, day, month time.Time, except int64) (today, all Spent, other []Job, err error) {
	defer wrapTo(&err, "sum up what profile %d spent", profileID)
	return b.spent(ctx, profileID, "", currency, day, month, except)
}

// ClientSpent is Spent of the jobs of one client, today and since a moment. What has no amount in the ledger counts as it was estimated; where
// there is no estimate either it is one of other.
func (b Books) ClientSpent(ctx context.Context, client string, profileID int64, currency string, day, since time.Time) (
	today, all Spent, other []Job, err error) {
	defer wrapTo(&err, "sum up what client %s spent with profile %d", client, profileID)
	return b.spent(ctx, profileID, client, currency, day, since, 0)
}

// spent is Spent, of one client where client is not ""; all begins at since, which may be after the beginning of the day.
func (b Books) spent(ctx context.Context, profileID int64, client, currency string, day, since time.Time, except int64) (
	today, all Spent, other []Job, err error) {
	if pool, ok := b.q.(*sql.DB); ok { // what is accepted in between would count as outgoing and as reserved
		tx, err := pool.BeginTx(ctx, nil)
		if err != nil {
			return Spent{}, Spent{}, nil, err
		}
		defer tx.Rollback()
		b.q = tx
	}
	var outgoing int64
	const goingOut = " FROM jobs WHERE profile_id = ?1 AND " + goesOut + " AND id <> ?2 AND (?4 = '' OR client = ?4) AND "
	if err := b.q.QueryRowContext(ctx, "SELECT coalesce(sum(estimate_micros), 0)"+goingOut+"currency = ?3",
		profileID, except, currency, client).Scan(&outgoing); err != nil {
		return Spent{}, Spent{}, nil, err
	}
	const unpriced = " UNION ALL SELECT " + jobColumns + ` FROM jobs WHERE client = ?4 AND client <> '' AND profile_id = ?1 AND estimate_micros IS NULL
		AND (ended_at IS NULL OR ended_at >= ?5) AND EXISTS (SELECT 1 FROM job_costs WHERE job_id = jobs.id AND micros IS NULL)`
	other, err = list(ctx, b.q, scanJob, "SELECT "+jobColumns+goingOut+"(currency <> ?3 OR estimate_micros IS NULL)"+unpriced,
		profileID, except, currency, client, min(day.UnixMilli(), since.UnixMilli()))
	if err != nil {
		return Spent{}, Spent{}, nil, err
	}
	today.Outgoing, all.Outgoing = outgoing, outgoing

	charges := ` at, amount_micros AS micros FROM ledger INDEXED BY ledger_costs
		WHERE at >= min(?1, ?2) AND profile_id = ?3 AND currency = ?4 AND (kind = 'charge' OR correction IS NOT NULL)`
	if client != "" { // summed already, for each quarter of an hour; what has no amount there as it was estimated
		charges = ` quarter * 900000 AS at, micros FROM client_charges
			WHERE client = ?5 AND profile_id = ?3 AND currency = ?4 AND quarter >= min(?1, ?2) / 900000`
	}
	// Reserves of tasks that run count whenever they began.
	err = b.q.QueryRowContext(ctx, `WITH sums (kind, today, whole) AS (
			SELECT 'charge', sum(iif(at >= ?1, micros, 0)), sum(iif(at >= ?2 / 900000 * 900000, micros, 0)) FROM (SELECT`+charges+`)
			UNION ALL
			SELECT kind, sum(iif(at >= ?1 OR runs, micros, 0)), sum(iif(at >= ?2 OR runs, micros, 0)) FROM (
				SELECT e.kind, e.at, j.state IN ('queued', 'in_progress', 'unwatched') AS runs,
					iif(?5 = '', e.amount_micros, coalesce(e.amount_micros, j.estimate_micros)) AS micros
				FROM ledger_open o JOIN ledger e ON e.id = o.entry_id JOIN jobs j ON j.id = o.job_id
				WHERE e.profile_id = ?3 AND e.currency = ?4 AND (?5 = '' OR j.client = ?5)) GROUP BY kind)
		SELECT coalesce(sum(whole) FILTER (WHERE kind = 'charge'), 0), coalesce(sum(today) FILTER (WHERE kind = 'charge'), 0),
			coalesce(sum(whole) FILTER (WHERE kind = 'reserve'), 0), coalesce(sum(today) FILTER (WHERE kind = 'reserve'), 0),
			coalesce(sum(whole) FILTER (WHERE kind = 'unconfirmed'), 0), coalesce(sum(today) FILTER (WHERE kind = 'unconfirmed'), 0)
		FROM sums`, day.UnixMilli(), since.UnixMilli(), profileID, currency, client).Scan(
		&all.Charged, &today.Charged, &all.Reserved, &today.Reserved, &all.Unconfirmed, &today.Unconfirmed)
	return today, all, other, err
}

// JobsTx is one transaction in which it is decided whether jobs may spend, and in which they are inserted or let go. It is valid inside the
// function given to [Library.WriteJobs] only.
type JobsTx struct {
	Books
	l  *Library
	tx *sql.Tx
}

// WriteJobs runs fn in one transaction that is on the disk when WriteJobs returns. Where fn fails nothing is written and its error is
// returned as it is. fn holds up every other write: it must not wait for anything, and must not write through the library.
func (l *Library) WriteJobs(ctx context.Context, fn func(*JobsTx) error) error {
	var own error
	err := l.write(ctx, func(tx *sql.Tx) error {
		own = fn(&JobsTx{Books: Books{tx}, l: l, tx: tx})
		return own
	})
	if own != nil {
		return own
	}
	if err == nil {
		l.recordJobs()
	}
	return wrap(err, "write jobs")
}

// Insert writes the jobs of one click and returns them as they stand in the database. It fills what is empty: ID, Ref, Click (one for all,
// and with it ClickIndex, their order), CreatedAt (now) and State (waiting).
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

// Delete is [Library.DeleteJob] in this transaction.
func (t *JobsTx) Delete(ctx context.Context, id int64) error {
	return wrap(deleteJob(ctx, t.tx, id), "delete job %d", id)
}

// Repetition returns the job that repeats another one already and still counts, or [ErrNotFound]. Looking and inserting are one
// transaction, so that a double click, or a click in each of two windows, is one job and one charge.
//
// What counts: a repetition that has not ended. Where the old job is unconfirmed, so that both may be paid for, also one that ended and was
// paid for; one that was rejected or refunded cost nothing, and may be repeated by the old job's row or by its own.
func (t *JobsTx) Repetition(ctx context.Context, of Job) (Job, error) {
	j, err := scanJob(t.tx.QueryRowContext(ctx, "SELECT "+jobColumns+` FROM jobs WHERE resend_of = ?1
		AND (state NOT IN ('rejected', 'failed', 'saved', 'expired') OR ?2 AND state IN ('saved', 'expired'))
		ORDER BY id DESC LIMIT 1`, of.ID, of.State == Unconfirmed))
	return j, wrap(err, "read repetition of job %d", of.ID)
}
