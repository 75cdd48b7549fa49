package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"math"
	"time"
)

// Spent holds the amounts that count against a budget, in micro-units of one currency.
type Spent struct {
	Charged int64 // charges and corrections of the period
	// open reserves of the period, and all open reserves of running tasks: they will be charged in it
	Reserved    int64
	Unconfirmed int64 // open unconfirmed entries of the period
	// estimates of jobs that are sent, or will be sent without the user, and have no ledger entry yet
	Outgoing int64
}

// Used returns the total that counts against the budget. Refunds are not included.
func (s Spent) Used() int64 { return Sum(s.Charged, s.Reserved, s.Unconfirmed, s.Outgoing) }

// Sum adds amounts. It saturates at the limits of int64 instead of overflowing.
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

// isOutgoing selects the jobs that are being sent, or will be sent without the user: at their turn, when sending
// resumes, or when the job before them is saved. If that can no longer be saved, the job has an error code. A
// job without a key is not outgoing: it is checked against the budget once there is a key.
const isOutgoing = "state IN ('waiting', 'sending', 'held') AND (state <> 'held' OR hold = 'paused' OR hold = 'after' AND error_code = '')"

// BudgetReader reads the data that decides whether jobs may spend, in a transaction or in its own queries.
type BudgetReader struct{ q querier }

// Profile returns a profile, or [ErrNotFound].
func (b BudgetReader) Profile(ctx context.Context, id int64) (Profile, error) {
	return profileByID(ctx, b.q, id)
}

// Prices returns the price table of a profile in force at a time, or [ErrNotFound].
func (b BudgetReader) Prices(ctx context.Context, profileID int64, at time.Time) (Prices, error) {
	return pricesAt(ctx, b.q, profileID, at)
}

// Client returns a client, or [ErrNotFound], and the setting [Automation].On.
func (b BudgetReader) Client(ctx context.Context, name string) (c Client, on bool, err error) {
	c, err = scanClient(b.q.QueryRowContext(ctx, "SELECT "+clientColumns+" FROM clients WHERE name = ?", name))
	if err == nil {
		err = b.q.QueryRowContext(ctx, "SELECT coalesce((SELECT value ->> '$.on' FROM settings WHERE name = ?), 0)",
			SettingAutomation).Scan(&on)
	}
	return c, on, wrap(err, "read client %s", name)
}

// Grant returns a client's grant for a profile, or [ErrNotFound].
func (b BudgetReader) Grant(ctx context.Context, client string, profileID int64) (Grant, error) {
	g, err := scanGrant(b.q.QueryRowContext(ctx,
		"SELECT "+grantColumns+" FROM grants WHERE client = ? AND profile_id = ?", client, profileID))
	return g, wrap(err, "read grant of client %s", client)
}

// CountHeldForApproval counts the jobs of a client that wait for approval, in all profiles.
func (b BudgetReader) CountHeldForApproval(ctx context.Context, client string) (n int, err error) {
	err = b.q.QueryRowContext(ctx,
		"SELECT count(*) FROM jobs WHERE client = ? AND client <> '' AND state = 'held' AND hold = 'approval'",
		client).Scan(&n)
	return n, wrap(err, "count held jobs of client %s", client)
}

// ClicksByID returns the clicks with an ID, of all profiles, newest first.
func (b BudgetReader) ClicksByID(ctx context.Context, id string) ([]Click, error) {
	all, err := list(ctx, b.q, scanClick, "SELECT "+clickColumns+` FROM clicks
		WHERE profile_id IN (SELECT id FROM profiles) AND id = ? ORDER BY created_at DESC, rowid DESC`, id)
	return all, wrap(err, "read click %s", id)
}

// JobsOfClick returns the jobs with a [Job].Click, in their order; none if they were discarded.
func (b BudgetReader) JobsOfClick(ctx context.Context, click string) ([]Job, error) {
	all, err := list(ctx, b.q, scanJob, "SELECT "+jobColumns+" FROM jobs WHERE click = ? ORDER BY click_index, id",
		click)
	return all, wrap(err, "read jobs of click")
}

// ClickCost sums the cost of the jobs with a [Job].Click that were sent, or may be sent without another decision of the
// user, in one currency. known is false if an amount is unknown or in another currency. Jobs that wait for a key, or
// for another job that may never be saved, count too: they may still continue. Jobs in except count only if they were
// sent.
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

// Spent sums the amounts that count against the budgets of a profile in one currency, since the start of a day and
// since the start of its month. Outgoing jobs count in both. other contains the outgoing jobs without an estimate in
// this currency, which are in no sum. The job with the ID except is ignored; 0: none.
func (b BudgetReader) Spent(
	ctx context.Context, profileID int64, currency string, day, month time.Time, except int64,
) (today, all Spent, other []Job, err error) {
	defer wrapTo(&err, "sum spending of profile %d", profileID)
	return b.sumSpent(ctx, profileID, "", currency, day, month, except)
}

// ClientSpent is [BudgetReader.Spent] for the jobs of one client, since the start of a day and since another time. A
// job without an amount in the ledger counts with its estimate; without an estimate it is in other.
func (b BudgetReader) ClientSpent(ctx context.Context, client string, profileID int64, currency string, day,
	since time.Time) (
	today, all Spent, other []Job, err error) {
	defer wrapTo(&err, "sum spending of client %s with profile %d", client, profileID)
	return b.sumSpent(ctx, profileID, client, currency, day, since, 0)
}

// sumSpent implements Spent and ClientSpent. client "" means all jobs. since may be after the start of the day.
func (b BudgetReader) sumSpent(ctx context.Context, profileID int64, client, currency string, day, since time.Time,
	except int64) (
	today, all Spent, other []Job, err error) {
	if pool, ok := b.q.(*sql.DB); ok { // one snapshot: a job accepted in between would count twice
		tx, err := pool.BeginTx(ctx, nil)
		if err != nil {
			return Spent{}, Spent{}, nil, err
		}
		defer tx.Rollback()
		b.q = tx
	}
	var outgoing int64
	const outgoingJobs = " FROM jobs WHERE profile_id = ?1 AND " + isOutgoing +
		" AND id <> ?2 AND (?4 = '' OR client = ?4) AND "
	if err := b.q.QueryRowContext(ctx, "SELECT coalesce(sum(estimate_micros), 0)"+outgoingJobs+"currency = ?3",
		profileID, except, currency, client).Scan(&outgoing); err != nil {
		return Spent{}, Spent{}, nil, err
	}
	const unpriced = " UNION ALL SELECT " + jobColumns + ` FROM jobs WHERE client = ?4 AND client <> '' AND profile_id = ?1 AND estimate_micros IS NULL
		AND (ended_at IS NULL OR ended_at >= ?5) AND EXISTS (SELECT 1 FROM job_costs WHERE job_id = jobs.id AND micros IS NULL)`
	other, err = list(ctx, b.q, scanJob, "SELECT "+jobColumns+outgoingJobs+
		"(currency <> ?3 OR estimate_micros IS NULL)"+
		unpriced,
		profileID, except, currency, client, min(day.UnixMilli(), since.UnixMilli()))
	if err != nil {
		return Spent{}, Spent{}, nil, err
	}
	today.Outgoing, all.Outgoing = outgoing, outgoing

	charges := ` at, amount_micros AS micros FROM ledger INDEXED BY ledger_costs
		WHERE at >= min(?1, ?2) AND profile_id = ?3 AND currency = ?4 AND (kind = 'charge' OR correction IS NOT NULL)`
	// precomputed by quarter of an hour; jobs without an amount count with their estimate
	if client != "" {
		charges = ` quarter * 900000 AS at, micros FROM client_charges
			WHERE client = ?5 AND profile_id = ?3 AND currency = ?4 AND quarter >= min(?1, ?2) / 900000`
	}
	// Open reserves of running tasks count independent of their time.
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
