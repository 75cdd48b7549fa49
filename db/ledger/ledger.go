// Package ledger contains the rules and queries of the table ledger, which records charged, reserved and unconfirmed
// amounts. It does not open the database: package db creates the table and passes in the connection or transaction.
//
// # Contents
//
// An [Entry] records one event in the cost of a job. The table is append-only: triggers refuse updates and deletions,
// from any program. For one job:
//
//   - unconfirmed is written at most once, and only before a reserve or a charge;
//   - reserve is written at most once, while nothing is open and nothing was charged;
//   - charge is written at most once: it closes the open entry, or is the only entry if there was no reserve;
//   - refund closes an open reserve;
//   - void closes any open entry: the user states that it was not charged;
//   - a correction is a void while nothing is open: a signed amount with a note, added to the charged amount. A
//     correction without a job corrects the sum of a period. A correction may name a charge without an amount, to price
//     it.
//
// So at most one entry of a job is open at a time, and every reserve is closed at most once. [Insert] returns an
// [Error] with the trigger's message for an entry that breaks these rules.
//
// # Queries
//
// A [Filter] selects entries. [ReadPage] lists them, [ReadSums] sums them by currency, [ReadGroups] groups them, and
// [ReadModels] adds requests and results by model. All select the same entries, so sums and groups agree with the list.
// Amounts are integers in millionths of the currency's unit. Amounts in different currencies are never added. Only
// [ModelStats.PerUnit] rounds. Days are those of the given time zone.
//
// SQLite computes everything: no part of the ledger is held in memory. The index ledger_costs contains all summed
// columns, sorted by time.
//
// # Layers
//
//	page, sums, models  the queries: pages of entries, sums and groups, models
//	filter              selecting entries
//	ledger              reading and appending entries
//	lenient             reading rows with invalid values
package ledger

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/mattn/go-sqlite3"
)

// Kind is the kind of an entry.
type Kind string

// The kinds of an entry, as stored in the table.
const (
	Reserve     Kind = "reserve"     // a video task was accepted
	Charge      Kind = "charge"      // closes a reserve; the only entry of a picture
	Refund      Kind = "refund"      // closes the reserve of a failed task
	Unconfirmed Kind = "unconfirmed" // may have been charged, at most this much
	// closes an open entry that was not charged; also the kind of corrections
	Void Kind = "void"
)

// Entry is one row of the ledger.
type Entry struct {
	ID         int64
	JobID      int64 // 0: a correction without a job
	ProfileID  int64
	Kind       Kind
	Quantity   json.RawMessage // {"seconds":5} or {"input_text_tokens":12,"output_tokens":750,…}
	UnitMicros *int64          // price of one second at that time; nil: priced by tokens, or not known
	// nil: no price was known; >= 0, except that a correction is signed
	AmountMicros *int64
	Currency     string
	At           time.Time
	Note         string

	// ref of a correction, which adds its amount to the charged sum; "": not a correction
	Correction string
	Prices     int64 // id of the charge that this correction prices; 0: none
}

// Charged returns the part of the charged sum from this entry, in micro-units: the amount of a charge or correction,
// otherwise 0.
func (e Entry) Charged() int64 {
	if e.AmountMicros != nil && (e.Kind == Charge || e.Correction != "") {
		return *e.AmountMicros
	}
	return 0
}

// MaxMicros is the maximum absolute amount of a correction.
const MaxMicros = 10_000_000 * 1_000_000

// ErrRefused matches every [Error] in errors.Is.
var ErrRefused = errors.New("the ledger does not allow this entry")

// Error reports an entry that the rules of the ledger refuse.
type Error struct {
	JobID  int64
	Kind   Kind   // of the refused entry
	Reason string // the message of the table's trigger
}

// Error implements error.
func (e *Error) Error() string {
	return fmt.Sprintf("%s of job %d: %s: %s", e.Kind, e.JobID, e.Reason, ErrRefused)
}

// Is reports that the error is an [ErrRefused].
func (e *Error) Is(target error) bool { return target == ErrRefused }

// Querier is a transaction or a pool of connections.
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

const entryColumns = "id, job_id, profile_id, kind, quantity, unit_micros, amount_micros, currency, at, note, correction, prices_entry"

// scanEntry scans entryColumns into an entry, and further columns into more.
func scanEntry(row interface{ Scan(...any) error }, more ...any) (e Entry, err error) {
	var (
		job, prices          sql.NullInt64
		quantity, correction sql.NullString
		at                   int64
	)
	err = row.Scan(append([]any{&e.ID, &job, &e.ProfileID, &e.Kind, &quantity, &e.UnitMicros, &e.AmountMicros,
		&e.Currency, &at, &e.Note,
		&correction, &prices}, more...)...)
	e.JobID, e.Prices, e.Correction, e.At = job.Int64, prices.Int64, correction.String, time.UnixMilli(at).UTC()
	if quantity.Valid {
		e.Quantity = json.RawMessage(quantity.String)
	}
	return e, err
}

// Read returns an entry, or [sql.ErrNoRows].
func Read(ctx context.Context, q Querier, id int64) (Entry, error) {
	return scanEntry(q.QueryRowContext(ctx, "SELECT "+entryColumns+" FROM ledger WHERE id = ?", id))
}

// OfJob returns the entries of a job, oldest first. With jobID 0 it returns all entries, including those without a job.
func OfJob(ctx context.Context, q Querier, jobID int64) ([]Entry, error) {
	if jobID == 0 {
		return entries(ctx, q, "? = 0", jobID)
	}
	return entries(ctx, q, "job_id = ?", jobID)
}

// OfJobs returns the entries of some jobs, oldest first; ids is a JSON array of their IDs.
func OfJobs(ctx context.Context, q Querier, ids string) ([]Entry, error) {
	return entries(ctx, q, "job_id IN (SELECT value FROM json_each(?))", ids)
}

func entries(ctx context.Context, q Querier, condition string, arg any) (all []Entry, err error) {
	err = each(ctx, q, "SELECT "+entryColumns+" FROM ledger WHERE "+condition+" ORDER BY id", []any{arg},
		func(rows *sql.Rows) error {
			e, err := scanEntry(lenient{rows})
			all = append(all, e)
			return err
		})
	return all, err
}

// Insert appends an entry and returns it as stored. It returns an [Error] if the rules refuse it; the transaction
// remains usable.
func Insert(ctx context.Context, tx *sql.Tx, e Entry) (Entry, error) {
	if e.Correction != "" && (e.AmountMicros == nil || *e.AmountMicros < -MaxMicros || *e.AmountMicros > MaxMicros ||
		*e.AmountMicros == 0 && e.Prices == 0) {
		return Entry{}, &Error{e.JobID, e.Kind, "a correction has an amount"}
	}
	text := func(s string) sql.NullString { return sql.NullString{String: s, Valid: s != ""} }
	id := func(n int64) sql.NullInt64 { return sql.NullInt64{Int64: n, Valid: n != 0} }
	written, err := scanEntry(tx.QueryRowContext(ctx, `INSERT INTO ledger (job_id, profile_id, kind, quantity, unit_micros, amount_micros, currency,
		at, note, correction, prices_entry) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING `+entryColumns, id(e.JobID), e.ProfileID, e.Kind,
		text(string(e.Quantity)), e.UnitMicros, e.AmountMicros, e.Currency, e.At.UnixMilli(), e.Note,
		text(e.Correction), id(e.Prices)))
	var refused sqlite3.Error
	if errors.As(err, &refused) && refused.Code == sqlite3.ErrConstraint {
		return Entry{}, &Error{e.JobID, e.Kind, refused.Error()}
	}
	return written, err
}

// Unpriced returns the id of a job's charge without an amount and without a correction that prices it; 0 if there is
// none.
func Unpriced(ctx context.Context, q Querier, jobID int64) (charge int64, err error) {
	err = q.QueryRowContext(ctx, "SELECT coalesce(max(l.id), 0) FROM ledger l WHERE l.job_id = ? AND l.kind = 'charge' AND l.amount_micros IS NULL AND NOT "+
		isPriced, jobID).Scan(&charge)
	return charge, err
}

// each calls scan for each row of a query.
func each(ctx context.Context, q Querier, query string, args []any, scan func(*sql.Rows) error) error {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

const (
	isOpen   = "l.id IN (SELECT entry_id FROM ledger_open)"
	isPriced = "EXISTS (SELECT 1 FROM ledger p WHERE p.prices_entry = l.id)"
	// isCharged selects the entries that are part of the charged sum.
	isCharged = "(l.kind = 'charge' OR l.correction IS NOT NULL)"
	// likeWord matches jobs that contain a word.
	likeWord = `(prompt LIKE ? ESCAPE '\' OR model LIKE ? ESCAPE '\' OR task_id = ?)`
)
