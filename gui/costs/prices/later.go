package prices

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/ledger"
	"viviscope/gui/wording"
)

// Books gives charges their missing prices. *db.Library is one.
type Books interface {
	Versions
	Ledger(ctx context.Context, f ledger.Filter, before int64, limit int) (rows []db.LedgerRow, more bool, err error)
	PriceLater(ctx context.Context, prices []db.LaterPrice) (written []db.Entry, left []int64, err error)
}

// Of returns the price of a charge without an amount, if a table has one.
func Of(ctx context.Context, l Versions, r db.LedgerRow, now time.Time) (p db.LaterPrice, known bool, err error) {
	versions, err := readVersions(ctx, l, r.ProfileID)
	if err != nil {
		return p, false, err
	}
	p, known = laterPrice(versions, r, now)
	return p, known, nil
}

// laterPrice returns the price of a charge by the table that applied then or, if it has none, by the table that applies
// now. The note names the table: in English like everything that is stored.
func laterPrice(versions []version, r db.LedgerRow, now time.Time) (p db.LaterPrice, known bool) {
	for _, at := range []time.Time{r.At, now} {
		v := versionAt(versions, at)
		p, known = later(v.table, r.Job, r.Entry)
		if known {
			p.Note += ", prices of " + v.from.In(now.Location()).Format("2 Jan 2006")
			if v.from.After(r.At) {
				p.Note += ", as none were known at the time"
			}
			return p, true
		}
	}
	return p, false
}

// priced is the result of giving charges their missing prices.
type priced struct {
	entries  int
	left     int   // entries that an earlier version's correction of a whole period may cover
	micros   int64 // in currency
	currency string
}

// LaterNote begins the notes of entries that got their price later.
const LaterNote = "priced later"

// laterPage is how many charges are priced in one transaction.
const laterPage = 500

// priceLater prices the charges of a profile that have no price, by the prices that are known now. Each gets a
// correction that names it. Charges that a correction without a job may cover keep no price: such a correction balanced
// a whole period with the sum of the service.
func priceLater(ctx context.Context, l Books, profile int64, now time.Time) (done priced, err error) {
	versions, err := readVersions(ctx, l, profile)
	if err != nil {
		return done, err
	}
	done.currency = versionAt(versions, now).table.Currency
	covered, err := periodCorrections(ctx, l, profile, done.currency)
	if err != nil {
		return done, err
	}
	f := ledger.Filter{ProfileID: profile, Kinds: []db.EntryKind{db.Charge}, Unpriced: true, Currency: done.currency}
	for before, more := int64(0), true; more; {
		var rows []db.LedgerRow
		if rows, more, err = l.Ledger(ctx, f, before, laterPage); err != nil {
			return done, fmt.Errorf("read entries without a price: %w", err)
		}
		var prices []db.LaterPrice
		for _, r := range rows {
			before = r.ID
			p, known := laterPrice(versions, r, now)
			isCovered := func(c db.LedgerRow) bool { return c.ID > r.ID && !c.At.Before(r.At) }
			switch {
			case !known:
			case slices.ContainsFunc(covered, isCovered):
				done.left++
			default:
				prices = append(prices, p)
			}
		}
		if len(prices) == 0 {
			continue
		}
		written, _, err := l.PriceLater(ctx, prices)
		if err != nil {
			return done, fmt.Errorf("price entries: %w", err)
		}
		for _, e := range written {
			done.entries++
			done.micros += *e.AmountMicros
		}
	}
	return done, nil
}

// periodCorrections returns the corrections of a profile that belong to no job.
func periodCorrections(ctx context.Context, l Books, profile int64, currency string) (all []db.LedgerRow, err error) {
	f := ledger.Filter{ProfileID: profile, Kinds: []db.EntryKind{db.Void}, Currency: currency}
	for before, more := int64(0), true; more; {
		var rows []db.LedgerRow
		if rows, more, err = l.Ledger(ctx, f, before, laterPage); err != nil {
			return nil, fmt.Errorf("read corrections: %w", err)
		}
		for _, r := range rows {
			before = r.ID
			if r.Correction != "" && r.JobID == 0 {
				all = append(all, r)
			}
		}
	}
	return all, nil
}

// later returns the price of a charge without an amount by a table. ok is false if the entry is no such charge, the
// table is in another currency or has no price for it, or the quantity of the entry is not enough.
func later(table client.PriceTable, job db.Job, e db.Entry) (p db.LaterPrice, ok bool) {
	if e.Kind != db.Charge || e.AmountMicros != nil || table.Currency != e.Currency {
		return p, false
	}
	est := charge(table, job, e)
	if !est.Known {
		return p, false
	}
	p = db.LaterPrice{EntryID: e.ID, AmountMicros: int64(est.Amount), Note: LaterNote}
	if est.Unit > 0 {
		p.UnitMicros = new(int64(est.Unit))
		unit := "picture"
		var q client.SecondsQuantity
		_ = json.Unmarshal(est.Quantity, &q)
		switch {
		case q.Clips > 0:
			unit = "clip"
		case job.Kind.IsVideo():
			unit = "second"
		}
		p.Note += " at " + wording.CurrencySign(e.Currency) + est.Unit.Decimal(e.Currency) + " per " + unit
	} else {
		p.Note += " by its tokens"
	}
	return p, true
}

// charge returns the price of a finished job by a table, from the quantities of its entry.
func charge(table client.PriceTable, job db.Job, e db.Entry) client.Estimate {
	var counted client.TokensQuantity
	known := json.Unmarshal(e.Quantity, &counted) == nil && counted != (client.TokensQuantity{})
	used := client.Usage{InputTokens: counted.InputTextTokens + counted.InputImageTokens,
		InputTextTokens:  counted.InputTextTokens,
		InputImageTokens: counted.InputImageTokens, OutputTokens: counted.OutputTokens, Split: true, Known: known}
	r, err := jobs.RequestOf(job)
	if err != nil {
		return client.Estimate{}
	}
	clip, ok := r.(client.VideoRequest)
	if !ok {
		return table.Charge(r, 1, used)
	}
	var s client.SecondsQuantity
	if json.Unmarshal(e.Quantity, &s) == nil && s.Seconds > 0 {
		clip.Seconds = s.Seconds // the charged length may differ from the requested one
	}
	return clip.Estimate(table)
}
