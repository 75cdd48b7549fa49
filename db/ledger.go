package db

import (
	"context"
	"database/sql"
	"time"
)

// EntryFilter chooses ledger entries. The zero value means all of them.
type EntryFilter struct {
	ProfileID int64       // 0: any
	JobID     int64       // 0: any
	From, To  time.Time   // From <= At < To; a zero time is no limit
	Kinds     []EntryKind // none: any
	Limit     int         // 0: no limit
	BeforeID  int64       // the last id of the page before; 0: from the newest
}

const entryColumns = "id, job_id, profile_id, kind, quantity, unit_micros, amount_micros, currency, at, note, correction, prices_entry"

func scanEntry(row scanner) (Entry, error) {
	var e Entry
	var correction sql.NullString
	err := row.Scan(&e.ID, id{&e.JobID}, &e.ProfileID, &e.Kind, raw{&e.Quantity}, &e.UnitMicros, &e.AmountMicros, &e.Currency,
		moment{&e.At}, &e.Note, &correction, id{&e.Prices})
	e.Correction = correction.String
	return e, err
}

func insertEntry(ctx context.Context, tx *sql.Tx, e Entry) error {
	const columns = "job_id, profile_id, kind, quantity, unit_micros, amount_micros, currency, at, note, correction, prices_entry"
	_, err := tx.ExecContext(ctx, "INSERT INTO ledger ("+columns+") VALUES ("+marks(columns)+")",
		idOrNull(e.JobID), e.ProfileID, e.Kind, text(e.Quantity), e.UnitMicros, e.AmountMicros, e.Currency, millis(e.At), e.Note,
		sql.NullString{String: e.Correction, Valid: e.Correction != ""}, idOrNull(e.Prices))
	return err
}

// insertAndRead is insertEntry for who needs the entry as it stands in the database.
func insertAndRead(ctx context.Context, tx *sql.Tx, e Entry) (Entry, error) {
	if err := insertEntry(ctx, tx, e); err != nil {
		return Entry{}, err
	}
	return scanEntry(tx.QueryRowContext(ctx, "SELECT "+entryColumns+" FROM ledger WHERE id = last_insert_rowid()"))
}

// entriesOfJob returns the entries of a job, oldest first.
func entriesOfJob(ctx context.Context, q querier, jobID int64) ([]Entry, error) {
	return list(ctx, q, scanEntry, "SELECT "+entryColumns+" FROM ledger WHERE job_id = ? ORDER BY id", jobID)
}

// Entries returns the ledger entries that a filter chooses, newest first.
func (l *Library) Entries(ctx context.Context, f EntryFilter) ([]Entry, error) {
	query, args := f.page()
	entries, err := list(ctx, l.reader, scanEntry, query, args...)
	return entries, wrap(err, "read ledger")
}

func (f EntryFilter) page() (query string, args []any) {
	var c conditions
	if f.JobID != 0 {
		c.add("job_id = ?", f.JobID)
	}
	if f.ProfileID != 0 {
		c.add("profile_id = ?", f.ProfileID)
	}
	c.during("at", f.From, f.To)
	if len(f.Kinds) > 0 {
		addIn(&c, "kind", f.Kinds)
	}
	if f.BeforeID != 0 {
		c.add("id < ?", f.BeforeID)
	}
	return "SELECT " + entryColumns + " FROM ledger" + c.where() + " ORDER BY id DESC" + limit(f.Limit), c.args
}
