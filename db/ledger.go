package db

import (
	"context"
	"database/sql"
	"fmt"
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

// LedgerError is an entry that the ledger does not allow. errors.Is(err, ErrLedger) is true for it.
type LedgerError struct {
	JobID  int64
	Kind   EntryKind // of the refused entry
	Reason string    // in words
}

// Error says which entry was refused and why.
func (e *LedgerError) Error() string {
	return fmt.Sprintf("%s of job %d: %s: %s", e.Kind, e.JobID, e.Reason, ErrLedger)
}

// Is makes the error an [ErrLedger].
func (e *LedgerError) Is(target error) bool { return target == ErrLedger }

// ledgerState is what the entries of one job add up to, as far as the next entry depends on it. The triggers of the
// table hold the same rules against other programs; here they get words. The rules stand in the package documentation.
type ledgerState struct {
	open                           EntryKind // Reserve, UnconfirmedEntry, or "" where nothing is open
	reserved, charged, unconfirmed bool      // ever
	currency                       string    // of the last entry
	unpriced                       int64     // the charge that has no price yet
}

func ledgerStateOf(entries []Entry) *ledgerState {
	s := &ledgerState{}
	for _, e := range entries {
		s.take(e)
	}
	return s
}

func (s *ledgerState) take(e Entry) {
	s.currency = e.Currency
	if e.Correction != "" {
		keepIf(&s.unpriced, e.Prices != s.unpriced)
		return
	}
	switch e.Kind {
	case Reserve:
		s.open, s.reserved = Reserve, true
	case UnconfirmedEntry:
		s.open, s.unconfirmed = UnconfirmedEntry, true
	case Charge:
		s.open, s.charged = "", true
		if e.AmountMicros == nil {
			s.unpriced = e.ID
		}
	case Refund, Void:
		s.open = ""
	}
}

// next checks an entry against what went before, and takes it.
func (s *ledgerState) next(e Entry) error {
	if reason := s.refuses(e); reason != "" {
		return &LedgerError{JobID: e.JobID, Kind: e.Kind, Reason: reason}
	}
	s.take(e)
	return nil
}

// refuses says why an entry cannot be; "" where it can.
func (s *ledgerState) refuses(e Entry) string {
	if e.Correction != "" {
		return s.refusesCorrection(e)
	}
	if e.Prices != 0 {
		return "only a correction gives another entry a price"
	}
	if (e.AmountMicros != nil && *e.AmountMicros < 0) || (e.UnitMicros != nil && *e.UnitMicros < 0) {
		return "an amount is never negative, the kind gives the sign"
	}
	switch e.Kind {
	case Reserve:
		switch {
		case s.reserved:
			return "there is a reserve already"
		case s.charged:
			return "it was charged already"
		case s.open != "":
			return "the entry that is open must end first"
		}
	case UnconfirmedEntry:
		switch {
		case s.unconfirmed:
			return "there is an unconfirmed entry already"
		case s.reserved || s.charged:
			return "what was reserved or charged is confirmed"
		}
	case Charge:
		switch {
		case s.charged:
			return "it was charged already"
		case s.open == "" && s.reserved:
			return "its reserve has ended"
		}
	case Refund:
		if s.open != Reserve {
			return "no reserve is open"
		}
	case Void:
		if s.open == "" {
			return "nothing is open"
		}
	default:
		return "no such kind"
	}
	return ""
}

// refusesCorrection is refuses for a correction.
func (s *ledgerState) refusesCorrection(e Entry) string {
	switch {
	case e.Kind != Void:
		return "a correction is a void"
	case e.AmountMicros == nil || *e.AmountMicros < -maxMicros || *e.AmountMicros > maxMicros || *e.AmountMicros == 0 && e.Prices == 0:
		return "a correction has an amount"
	case e.UnitMicros != nil && *e.UnitMicros < 0:
		return "a price is never negative"
	case e.Note == "":
		return "a correction says why"
	case e.Currency == "":
		return "a correction has a currency"
	case s.open != "":
		return "the entry that is open must end first"
	case s.currency != "" && e.Currency != s.currency:
		return "it is in another currency than the job"
	case e.Prices != 0 && e.Prices != s.unpriced:
		return "it gives a price to what has one, or is no charge"
	}
	return ""
}

// of fills what an entry takes over from its job.
func (e Entry) of(j Job, now time.Time) Entry {
	if e.JobID == 0 {
		e.JobID = j.ID
	}
	if e.ProfileID == 0 {
		e.ProfileID = j.ProfileID
	}
	if e.Currency == "" {
		e.Currency = j.Currency
	}
	if e.At.IsZero() {
		e.At = now
	}
	return e
}
