package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"math"
	"time"
)

// Spent is what counts against a budget, in micro-units of one currency.
type Spent struct {
	Charged int64 // charges and corrections of the period
	// reserves of the period without an end, and those of tasks that run, whenever they began: they are charged in it
	Reserved    int64
	Unconfirmed int64 // unconfirmed entries of the period without an end
	// estimates of jobs that are being sent, or will be without the user: the ledger has no entry for them yet
	Outgoing int64
}

// Used returns the sum of everything that counts. Refunds are not included.
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

// goesOut selects the jobs that are being sent, or will be without the user: at their turn, when sending resumes, or
// when the job before them is saved. A job that waits for another job that cannot be saved has a code. A job that is
// held for lack of a key is checked against the budget when there is a key.
const isOutgoing = "state IN ('waiting', 'sending', 'held') AND (state <> 'held' OR hold = 'paused' OR hold = 'after' AND error_code = '')"

// BudgetReader reads the data that decides whether jobs may spend, in one transaction or as of now.
type BudgetReader struct{ q querier }

// Profile returns a profile, or [ErrNotFound].
func (b BudgetReader) Profile(ctx context.Context, id int64) (Profile, error) {
	return profileByID(ctx, b.q, id)
}

// Prices returns the price table of a profile that is in force at a moment, or [ErrNotFound] if there is none yet.
func (b BudgetReader) Prices(ctx context.Context, profileID int64, at time.Time) (Prices, error) {
	return pricesAt(ctx, b.q, profileID, at)
}

// Client returns a client, or [ErrNotFound]. on is [Automation].On.
func (b BudgetReader) Client(ctx context.Context, name string) (c Client, on bool, err error) {
	c, err = scanClient(b.q.QueryRowContext(ctx, "SELECT "+clientColumns+" FROM clients WHERE name = ?", name))
	if err == nil {
		err = b.q.QueryRowContext(ctx, "SELECT coalesce((SELECT value ->> '$.on' FROM settings WHERE name = ?), 0)",
			SettingAutomation).Scan(&on)
	}
	return c, on, wrap(err, "read client %s", name)
}

// Grant returns what a client may spend with a profile, or [ErrNotFound] if there is no grant.
func (b BudgetReader) Grant(ctx context.Context, client string, profileID int64) (Grant, error) {
	g, err := scanGrant(b.q.QueryRowContext(ctx,
		"SELECT "+grantColumns+" FROM grants WHERE client = ? AND profile_id = ?", client, profileID))
	return g, wrap(err, "read grant of client %s", client)
}

// HeldForApproval counts the jobs of a client that wait for approval, with all profiles.
func (b BudgetReader) CountHeldForApproval(ctx context.Context, client string) (n int, err error) {
	err = b.q.QueryRowContext(ctx,
		"SELECT count(*) FROM jobs WHERE client = ? AND client <> '' AND state = 'held' AND hold = 'approval'",
		client).Scan(&n)
	return n, wrap(err, "count what client %s waits for", client)
}

// ClicksOf returns the clicks that have an ID, with all profiles, newest first.
func (b BudgetReader) ClicksByID(ctx context.Context, id string) ([]Click, error) {
	all, err := list(ctx, b.q, scanClick, "SELECT "+clickColumns+` FROM clicks
		WHERE profile_id IN (SELECT id FROM profiles) AND id = ? ORDER BY created_at DESC, rowid DESC`, id)
	return all, wrap(err, "read click %s", id)
}

// JobsOfClick returns the jobs of one [Job].Click in their order; none if they were discarded.
func (b BudgetReader) JobsOfClick(ctx context.Context, click string) ([]Job, error) {
	all, err := list(ctx, b.q, scanJob, "SELECT "+jobColumns+" FROM jobs WHERE click = ? ORDER BY click_index, id",
		click)
	return all, wrap(err, "read jobs of click")
}

// ClickUsed sums up the cost of the jobs of one [Job].Click that were sent, or can be sent without the user, in one
// currency. known reports whether all of it is known in that currency. Jobs that wait for a key, or for another job
// that may never be saved, count too: they continue with the key, or when that job is saved after all. The jobs with
// the IDs except do not count, unless they were sent.
func (b BudgetReader) ClickCost(
	ctx context.Context, click, currency string, except ...int64,
) (micros int64, known bool, err error) {
	skipped, err := json.Marshal(append([]int64{}, except...))
	if err == nil {
		err = b.q.QueryRowContext(ctx, `SELECT coalesce(sum(micros), 0), count(*) = count(micros) FROM (
			SELECT iif(currency = ?2, estimate_micros, NULL) AS micros FROM jobs WHERE click = ?1
				AND (`+isOutgoing+` OR state = 'held' AND hold IN ('after', 'no_key', 'key_refused'))
				AND id NOT IN (SELECT value FROM json_each(?3))
			UNION ALL SELECT iif(c.currency = ?2, c.micros, NULL) FROM jobs j JOIN job_costs c ON c.job_id = j.id WHERE j.click = ?1)`,
			click, currency, string(skipped)).Scan(&micros, &known)
	}
	return micros, known, wrap(err, "sum up click")
}

// Spent sums up what counts against the budgets of a profile in one currency, since the beginnings of a day and of its
// month. Outgoing jobs count in both. other are the outgoing jobs without an estimate in this currency, which are in no
// sum. The job with the ID except is left out; 0: none is.
func (b BudgetReader) Spent(
	ctx context.Context, profileID int64, currency string, day, month time.Time, except int64,
) (today, all Spent, other []Job, err error) {
	defer wrapTo(&err, "sum up what profile %d spent", profileID)
	return b.sumSpent(ctx, profileID, "", currency, day, month, except)
}

// ClientSpent is Spent for the jobs of one client, today and since a moment. A job without an amount in the ledger
// counts with its estimate; without an estimate it is in other.
func (b BudgetReader) ClientSpent(ctx context.Context, client string, profileID int64, currency string, day, since time.Time) (
	today, all Spent, other []Job, err error) {
	defer wrapTo(&err, "sum up what client %s spent with profile %d", client, profileID)
	return b.sumSpent(ctx, profileID, client, currency, day, since, 0)
}

// spent is Spent, of one client where client is not ""; all begins at since, which may be after the beginning of
// the day.
func (b BudgetReader) sumSpent(ctx context.Context, profileID int64, client, currency string, day, since time.Time,
	except int64) (
	today, all Spent, other []Job, err error) {
	if pool, ok := b.q.(*sql.DB); ok { // a job accepted in between would count as outgoing and as reserved
		tx, err := pool.BeginTx(ctx, nil)
		if err != nil {
			return Spent{}, Spent{}, nil, err
		}
		defer tx.Rollback()
		b.q = tx
	}
	var outgoing int64
	const goingOut = " FROM jobs WHERE profile_id = ?1 AND " + isOutgoing +
		" AND id <> ?2 AND (?4 = '' OR client = ?4) AND "
	if err := b.q.QueryRowContext(ctx, "SELECT coalesce(sum(estimate_micros), 0)"+goingOut+"currency = ?3",
		profileID, except, currency, client).Scan(&outgoing); err != nil {
		return Spent{}, Spent{}, nil, err
	}
	const unpriced = " UNION ALL SELECT " + jobColumns + ` FROM jobs WHERE client = ?4 AND client <> '' AND profile_id = ?1 AND estimate_micros IS NULL
		AND (ended_at IS NULL OR ended_at >= ?5) AND EXISTS (SELECT 1 FROM job_costs WHERE job_id = jobs.id AND micros IS NULL)`
	other, err = list(ctx, b.q, scanJob, "SELECT "+jobColumns+goingOut+"(currency <> ?3 OR estimate_micros IS NULL)"+
		unpriced,
		profileID, except, currency, client, min(day.UnixMilli(), since.UnixMilli()))
	if err != nil {
		return Spent{}, Spent{}, nil, err
	}
	today.Outgoing, all.Outgoing = outgoing, outgoing

	charges := ` at, amount_micros AS micros FROM ledger INDEXED BY ledger_costs
		WHERE at >= min(?1, ?2) AND profile_id = ?3 AND currency = ?4 AND (kind = 'charge' OR correction IS NOT NULL)`
	// summed in advance, for each quarter of an hour; jobs without an amount count with their estimate
	if client != "" {
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
