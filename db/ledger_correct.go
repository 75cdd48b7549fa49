package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Correction is what a person sets right: a signed amount, and why.
type Correction struct {
	ProfileID    int64
	JobID        int64  // 0: it squares the sum of a period
	Currency     string // ISO 4217; "": the profile's
	AmountMicros int64  // added to what was charged; below 0 where less was charged than the ledger says
	At           time.Time
	Note         string
}

// Correct appends a correction and returns its entry. Nothing that stands in the ledger changes. One of a job is refused with
// a [LedgerError] while an entry of the job is open, or in another currency than the job's.
func (l *Library) Correct(ctx context.Context, c Correction) (Entry, error) {
	e := Entry{JobID: c.JobID, ProfileID: c.ProfileID, Kind: Void, AmountMicros: &c.AmountMicros, Currency: c.Currency, At: c.At, Note: c.Note}
	if e.At.IsZero() {
		e.At = l.now()
	}
	err := l.write(ctx, func(tx *sql.Tx) (err error) {
		p, err := scanProfile(tx.QueryRowContext(ctx, "SELECT "+profileColumns+" FROM profiles WHERE id = ?", c.ProfileID))
		if err != nil {
			return err
		}
		if e.Currency == "" {
			e.Currency = p.Currency
		}
		e, err = correct(ctx, tx, e)
		return err
	})
	if err != nil {
		return Entry{}, wrap(err, "correct ledger of profile %d", c.ProfileID)
	}
	l.followCorrections(ctx)
	return e, nil
}

// correct appends a correction under the rules of the ledger.
func correct(ctx context.Context, tx *sql.Tx, e Entry) (Entry, error) {
	var had []Entry
	if e.JobID != 0 {
		j, err := jobByID(ctx, tx, e.JobID)
		if err != nil {
			return Entry{}, err
		}
		if j.ProfileID != e.ProfileID {
			return Entry{}, &LedgerError{JobID: e.JobID, Kind: e.Kind, Reason: "it belongs to another job or profile"}
		}
		if had, err = entriesOfJob(ctx, tx, e.JobID); err != nil {
			return Entry{}, err
		}
	}
	if e.Correction == "" {
		e.Correction = newRef()
	}
	if err := ledgerStateOf(had).next(e); err != nil {
		return Entry{}, err
	}
	return insertAndRead(ctx, tx, e)
}

// LaterPrice is what a charge without an amount did cost, as it is known by now.
type LaterPrice struct {
	EntryID      int64
	AmountMicros int64
	UnitMicros   *int64 // price of one second; nil for pictures
	Note         string // why, and at which price; "" becomes "priced later"
}

// PriceLater gives charges their prices, all in one transaction: each gets a correction that names it and bears its time, so
// that the sums of its period become true. What is no charge, or has a price by now, is left alone and its id returned; the
// price of an open entry is known when it has ended.
func (l *Library) PriceLater(ctx context.Context, prices []LaterPrice) (written []Entry, left []int64, err error) {
	err = l.write(ctx, func(tx *sql.Tx) error {
		for _, p := range prices {
			e, err := priceLater(ctx, tx, p)
			switch {
			case errors.Is(err, ErrLedger):
				left = append(left, p.EntryID)
			case err != nil:
				return fmt.Errorf("entry %d: %w", p.EntryID, err)
			default:
				written = append(written, e)
			}
		}
		return nil
	})
	if err != nil {
		return nil, nil, wrap(err, "price %d entries", len(prices))
	}
	if len(written) > 0 {
		l.followCorrections(ctx)
	}
	return written, left, nil
}

func priceLater(ctx context.Context, tx *sql.Tx, p LaterPrice) (Entry, error) {
	of, err := scanEntry(tx.QueryRowContext(ctx, "SELECT "+entryColumns+" FROM ledger WHERE id = ?", p.EntryID))
	if err != nil {
		return Entry{}, err
	}
	if p.AmountMicros < 0 {
		return Entry{}, &LedgerError{JobID: of.JobID, Kind: Void, Reason: "a price is never negative"}
	}
	note := p.Note
	if note == "" {
		note = "priced later"
	}
	return correct(ctx, tx, Entry{JobID: of.JobID, ProfileID: of.ProfileID, Kind: Void, Quantity: of.Quantity, UnitMicros: p.UnitMicros,
		AmountMicros: &p.AmountMicros, Currency: of.Currency, At: of.At, Note: note, Prices: of.ID})
}
