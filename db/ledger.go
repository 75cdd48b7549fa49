package db

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
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

// Totals sums the entries of a profile from one moment to before another; a zero time is no limit. The currency is the
// profile's of today: entries in another one, from before it was changed, are in [Library.LedgerSums]. ProfileID 0
// sums all profiles and fails with [ErrCurrencies] where their entries are not in one currency.
//
// An entry counts in the period in which it was written. What is reserved or unconfirmed is so now: a reserve of last
// month that has ended since is in no total of last month.
func (l *Library) Totals(ctx context.Context, profileID int64, from, to time.Time) (Totals, error) {
	all, err := l.totals(ctx, profileID, from, to)
	if err != nil {
		return Totals{}, wrap(err, "sum ledger")
	}
	if profileID == 0 {
		if len(all) > 1 {
			return Totals{}, wrap(ErrCurrencies, "sum ledger")
		}
		return append(all, Totals{})[0], nil
	}
	p, err := l.Profile(ctx, profileID)
	if err != nil {
		return Totals{}, wrap(err, "sum ledger")
	}
	for _, t := range all {
		if t.Currency == p.Currency {
			return t, nil
		}
	}
	return Totals{Currency: p.Currency}, nil
}

// totals sums charges and refunds from the index, what is open from its own small table, and the corrections, of which there
// are few.
func (l *Library) totals(ctx context.Context, profileID int64, from, to time.Time) ([]Totals, error) {
	var c conditions
	if profileID != 0 {
		c.add("profile_id = ?", profileID)
	}
	c.during("at", from, to)
	c.texts, c.args = slices.Clip(c.texts), slices.Clip(c.args) // what is added to its copies is not added to it
	closed, corrected := c, c
	addIn(&closed, "kind", []EntryKind{Charge, Refund})
	corrected.add("correction IS NOT NULL")
	const sums = "SELECT currency, kind, coalesce(sum(amount_micros), 0), count(*), count(*) - count(amount_micros) FROM "
	var all []Totals
	_, err := list(ctx, l.reader, func(row scanner) (struct{}, error) {
		var (
			currency        string
			kind            EntryKind
			sum             int64
			count, unpriced int
		)
		if err := row.Scan(&currency, &kind, &sum, &count, &unpriced); err != nil {
			return struct{}{}, err
		}
		if len(all) == 0 || all[len(all)-1].Currency != currency {
			all = append(all, Totals{Currency: currency})
		}
		return struct{}{}, all[len(all)-1].take(kind, sum, count, unpriced)
	}, sums+"ledger"+closed.where()+" GROUP BY currency, kind UNION ALL "+
		sums+"ledger_open JOIN ledger ON ledger.id = entry_id"+c.where()+" GROUP BY currency, kind UNION ALL "+
		// What gives a price to a charge of the period is one entry fewer without a price.
		"SELECT currency, kind, sum(amount_micros), count(*), -count(prices_entry) FROM ledger"+corrected.where()+
		" GROUP BY currency ORDER BY 1, 2", slices.Concat(closed.args, c.args, corrected.args)...)
	return all, err
}

func (t *Totals) take(kind EntryKind, sum int64, count, unpriced int) error {
	switch kind {
	case Charge:
		t.Charged, t.Jobs = t.Charged+sum, count
	case Reserve:
		t.Reserved = sum
	case UnconfirmedEntry:
		t.Unconfirmed = sum
	case Void: // a correction: no other is summed
		t.Charged += sum
	case Refund:
		t.Refunded = sum
		return nil // shown, never added: its missing price is missed by nobody
	default:
		return fmt.Errorf("%s in the sums of the ledger", kind)
	}
	t.Unpriced += unpriced
	return nil
}
