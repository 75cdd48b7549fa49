// Package ledger is what was paid, may have been paid and will be: the rules of the table ledger, and the questions that are asked of
// it. Package db opens the database, makes its tables, writes and names errors; it hands in where to read or write.
//
// # What stands in it
//
// An [Entry] says what happened to the money of a job at one moment. The table is append-only: triggers refuse anything else, whichever
// program asks, and what is learned later is a further entry. Of one job:
//
//   - unconfirmed is written at most once, and only before anything is known to be reserved or charged;
//   - reserve is written at most once, while nothing is open and nothing was charged;
//   - charge is written at most once: it ends what is open, or stands alone where there never was a reserve;
//   - refund ends an open reserve;
//   - void ends whatever is open: the person says that it was not charged;
//   - a correction is a void that ends nothing, while nothing is open: a signed amount with a note, added to what was charged. One of a
//     profile alone squares the sum of a period. One that gives a price to a charge without an amount names it.
//
// So at most one entry of a job is open at a time and every reserve ends at most once. [State] holds these rules in words for a person;
// what breaks them is refused with an [Error].
//
// # What it is asked
//
// A [Filter] says which entries are meant. [ReadPage] lists them, [ReadSums] sums them by currency, [ReadGroups] groups them, and
// [PerSecondKept] and [PerStarred] divide what was charged by what was got. All choose the same entries, so that sums and groups are
// those of what is listed. Amounts are integers in millionths of the currency's unit, and amounts in different currencies are never
// added; the only rounding is that of the two rates. Days are those of the time zone that is asked for.
//
// SQLite answers all of it: nothing of the ledger is held in memory. The index ledger_costs has all that is summed, in the order of time.
package ledger

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Kind is the kind of an entry.
type Kind string

// The kinds of an entry, in the words that the table holds.
const (
	Reserve     Kind = "reserve"     // a video task was accepted
	Charge      Kind = "charge"      // closes a reserve, or stands alone for a picture
	Refund      Kind = "refund"      // closes the reserve of a failed task
	Unconfirmed Kind = "unconfirmed" // may have been charged, at most this much
	Void        Kind = "void"        // closes an unconfirmed entry, or a reserve that came to nothing; or a correction
)

// Entry is one row of the ledger.
type Entry struct {
	ID           int64
	JobID        int64 // 0: a correction of a profile's sum
	ProfileID    int64
	Kind         Kind
	Quantity     json.RawMessage // {"seconds":5} or {"input_text_tokens":12,"output_tokens":750,…}
	UnitMicros   *int64          // price of one second at that moment; nil for tokens or where none is known
	AmountMicros *int64          // nil: no price was known. >= 0, because the kind gives the sign; a correction's is signed
	Currency     string
	At           time.Time
	Note         string

	Correction string // ref of a correction: a Void that ends nothing, whose amount is added to what is charged; "" for any other
	Prices     int64  // of a correction: the id of the charge without an amount that it gives a price; 0: none
}

// MaxMicros bounds the amount of a correction.
const MaxMicros = 10_000_000 * 1_000_000

// ErrRefused is what errors.Is finds in every [Error].
var ErrRefused = errors.New("the ledger does not allow this entry")

// Error is an entry that the ledger does not allow.
type Error struct {
	JobID  int64
	Kind   Kind   // of the refused entry
	Reason string // in words
}

// Error says which entry was refused and why.
func (e *Error) Error() string {
	return fmt.Sprintf("%s of job %d: %s: %s", e.Kind, e.JobID, e.Reason, ErrRefused)
}

// Is makes the error an [ErrRefused].
func (e *Error) Is(target error) bool { return target == ErrRefused }

// Querier is a transaction or a pool of connections.
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

const entryColumns = "id, job_id, profile_id, kind, quantity, unit_micros, amount_micros, currency, at, note, correction, prices_entry"

// scanEntry reads an entry out of entryColumns, and what follows them into more.
func scanEntry(row interface{ Scan(...any) error }, more ...any) (e Entry, err error) {
	var (
		job, prices          sql.NullInt64
		quantity, correction sql.NullString
		at                   int64
	)
	err = row.Scan(append([]any{&e.ID, &job, &e.ProfileID, &e.Kind, &quantity, &e.UnitMicros, &e.AmountMicros, &e.Currency, &at, &e.Note,
		&correction, &prices}, more...)...)
	e.JobID, e.Prices, e.Correction, e.At = job.Int64, prices.Int64, correction.String, time.UnixMilli(at).UTC()
	if quantity.Valid {
		e.Quantity = json.RawMessage(quantity.String)
	}
	return e, err
}

// Read returns an entry; [sql.ErrNoRows] where there is none.
func Read(ctx context.Context, q Querier, id int64) (Entry, error) {
	return scanEntry(q.QueryRowContext(ctx, "SELECT "+entryColumns+" FROM ledger WHERE id = ?", id))
}

// OfJob returns the entries of a job, oldest first; those of all jobs and of none where jobID is 0.
func OfJob(ctx context.Context, q Querier, jobID int64) ([]Entry, error) {
	query := "SELECT " + entryColumns + " FROM ledger WHERE job_id = ? ORDER BY id"
	if jobID == 0 {
		query = "SELECT " + entryColumns + " FROM ledger WHERE ? = 0 ORDER BY id"
	}
	var all []Entry
	err := each(ctx, q, query, []any{jobID}, func(rows *sql.Rows) error {
		e, err := scanEntry(rows)
		all = append(all, e)
		return err
	})
	return all, err
}

// Insert appends an entry that [State.Append] allows, and returns it as it stands in the database.
func Insert(ctx context.Context, tx *sql.Tx, e Entry) (Entry, error) {
	text := func(s string) sql.NullString { return sql.NullString{String: s, Valid: s != ""} }
	id := func(n int64) sql.NullInt64 { return sql.NullInt64{Int64: n, Valid: n != 0} }
	return scanEntry(tx.QueryRowContext(ctx, `INSERT INTO ledger (job_id, profile_id, kind, quantity, unit_micros, amount_micros, currency, at,
		note, correction, prices_entry) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING `+entryColumns, id(e.JobID), e.ProfileID, e.Kind,
		text(string(e.Quantity)), e.UnitMicros, e.AmountMicros, e.Currency, e.At.UnixMilli(), e.Note, text(e.Correction), id(e.Prices)))
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

// State is what the entries of one job add up to, as far as the next entry depends on it. The triggers of the table hold the same rules
// against other programs; here they get words.
type State struct {
	Unpriced int64 // the charge that has no price yet; 0: none

	open                           Kind // Reserve, Unconfirmed, or "" where nothing is open
	reserved, charged, unconfirmed bool // ever
	currency                       string
}

// StateOf returns what the entries of one job, oldest first, add up to.
func StateOf(entries []Entry) *State {
	s := &State{}
	for _, e := range entries {
		s.take(e)
	}
	return s
}

// Append takes a further entry, or refuses it with an [Error].
func (s *State) Append(e Entry) error {
	reason := s.refuses(e)
	if e.Correction != "" {
		reason = s.refusesCorrection(e)
	}
	if reason != "" {
		return &Error{JobID: e.JobID, Kind: e.Kind, Reason: reason}
	}
	s.take(e)
	return nil
}

func (s *State) take(e Entry) {
	s.currency = e.Currency
	if e.Correction != "" {
		if e.Prices == s.Unpriced {
			s.Unpriced = 0
		}
		return
	}
	switch e.Kind {
	case Reserve:
		s.open, s.reserved = Reserve, true
	case Unconfirmed:
		s.open, s.unconfirmed = Unconfirmed, true
	case Charge:
		s.open, s.charged = "", true
		if e.AmountMicros == nil {
			s.Unpriced = e.ID
		}
	case Refund, Void:
		s.open = ""
	}
}

// refuses says why an entry that is no correction cannot be; "" where it can.
func (s *State) refuses(e Entry) string {
	for _, rule := range []struct {
		of     Kind // "": of any kind
		broken bool
		reason string
	}{
		{"", e.Prices != 0, "only a correction gives another entry a price"},
		{"", isNegative(e.AmountMicros) || isNegative(e.UnitMicros), "an amount is never negative, the kind gives the sign"},
		{Reserve, s.reserved, "there is a reserve already"},
		{Reserve, s.charged, "it was charged already"},
		{Reserve, s.open != "", "the entry that is open must end first"},
		{Unconfirmed, s.unconfirmed, "there is an unconfirmed entry already"},
		{Unconfirmed, s.reserved || s.charged, "what was reserved or charged is confirmed"},
		{Charge, s.charged, "it was charged already"},
		{Charge, s.open == "" && s.reserved, "its reserve has ended"},
		{Refund, s.open != Reserve, "no reserve is open"},
		{Void, s.open == "", "nothing is open"},
	} {
		if rule.broken && (rule.of == "" || rule.of == e.Kind) {
			return rule.reason
		}
	}
	switch e.Kind {
	case Reserve, Charge, Refund, Unconfirmed, Void:
		return ""
	}
	return "no such kind"
}

// refusesCorrection is refuses for a correction.
func (s *State) refusesCorrection(e Entry) string {
	switch {
	case e.Kind != Void:
		return "a correction is a void"
	case e.AmountMicros == nil || *e.AmountMicros < -MaxMicros || *e.AmountMicros > MaxMicros || *e.AmountMicros == 0 && e.Prices == 0:
		return "a correction has an amount"
	case isNegative(e.UnitMicros):
		return "a price is never negative"
	case e.Note == "":
		return "a correction says why"
	case e.Currency == "":
		return "a correction has a currency"
	case s.open != "":
		return "the entry that is open must end first"
	case s.currency != "" && e.Currency != s.currency:
		return "it is in another currency than the job"
	case e.Prices != 0 && e.Prices != s.Unpriced:
		return "it gives a price to what has one, or is no charge"
	}
	return ""
}

func isNegative(micros *int64) bool { return micros != nil && *micros < 0 }
