package costs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"viviscope/db"
	"viviscope/db/ledger"
	"viviscope/gui/costs/prices"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// Books is the part of the library that corrections read and write. *db.Library is one.
type Books interface {
	ledgerReader
	prices.Versions
	PriceLater(ctx context.Context, prices []db.LaterPrice) (written []db.Entry, left []int64, err error)
	Correct(ctx context.Context, c db.Correction) (db.Entry, error)
}

// correctable is the charge that a correction changes: that of a job, or an earlier correction without a job.
type correctable struct {
	entry    db.LedgerRow // the charge; the chosen entry if there is none
	charged  int64        // with all corrections
	unpriced bool         // entry is a charge without a price
	known    *int64       // its price in the table; nil: none
	open     bool         // the job has an entry that has not ended
}

// readCorrectable reads the charge that an entry belongs to.
func readCorrectable(ctx context.Context, b Books, chosen db.LedgerRow, now time.Time) (correctable, error) {
	c := correctable{entry: chosen}
	f := ledger.Filter{ProfileID: chosen.ProfileID, JobID: chosen.JobID, Currency: chosen.Currency}
	if chosen.JobID == 0 { // its own corrections have the same time
		f.Kinds, f.From, f.To = []db.EntryKind{db.Void}, chosen.At, chosen.At.Add(time.Millisecond)
	}
	rows, _, err := b.Ledger(ctx, f, 0, 0)
	if err != nil {
		return c, fmt.Errorf("read entries: %w", err)
	}
	for _, r := range rows {
		if r.JobID != chosen.JobID {
			continue
		}
		c.charged += r.Charged()
		c.open = c.open || r.Open
		if r.Kind == db.Charge {
			c.entry, c.unpriced = r, r.AmountMicros == nil && !r.Priced
		}
	}
	if !c.unpriced {
		return c, nil
	}
	p, known, err := prices.Of(ctx, b, c.entry, now)
	if known {
		c.known = &p.AmountMicros
	}
	return c, err
}

// write appends the entry that makes the charged amount the given one. It changes nothing if another amount is charged
// by now.
func (c correctable) write(ctx context.Context, b Books, amount int64, note string) error {
	if c.unpriced {
		written, _, err := b.PriceLater(ctx, []db.LaterPrice{{EntryID: c.entry.ID, AmountMicros: amount, Note: note}})
		if err == nil && len(written) == 0 {
			return wording.MarkedError(lang.Mark("this entry has a price by now"))
		}
		return err
	}
	_, err := b.Correct(ctx, db.Correction{ProfileID: c.entry.ProfileID, JobID: c.entry.JobID,
		Currency:     c.entry.Currency,
		AmountMicros: amount - c.charged, At: c.entry.At, Note: note, Charged: &c.charged})
	if errors.Is(err, db.ErrChanged) {
		return wording.MarkedError(lang.Mark("The entries of this job have changed. Close the dialog and open it again."))
	}
	return err
}

func (c correctable) money() wording.MoneyFormat {
	return wording.MoneyFormat{Currency: c.entry.Currency}
}
