package db

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"viviscope/db/ledger"
)

// Correction is the user's correction of a cost: a signed amount and a reason.
type Correction struct {
	ProfileID    int64
	JobID        int64  // 0: it corrects the sum of a period
	Currency     string // ISO 4217; "": the profile's
	AmountMicros int64  // added to the charged amount; negative if less was charged than the ledger contains
	At           time.Time
	Note         string

	// Charged is the charged amount that the user saw. nil: do not check it.
	Charged *int64
}

// LaterPrice is the price of a charge that was written without an amount.
type LaterPrice struct {
	EntryID      int64
	AmountMicros int64
	UnitMicros   *int64 // price of one second; nil for pictures
	Note         string // reason and unit price; "" becomes "priced later"
}

// corrections appends the user's corrections to the ledger and updates corrections.json.
type corrections struct {
	*database
	mu sync.Mutex // held while corrections.json is written
}

// Correct appends a correction and returns its entry. Existing entries do not change. It returns a [ledger.Error] while
// an entry of the job is open, or if the currency is not the job's. It returns [ErrChanged] if the charged amount
// differs from c.Charged.
func (w *corrections) Correct(ctx context.Context, c Correction) (Entry, error) {
	e := Entry{JobID: c.JobID, ProfileID: c.ProfileID, Kind: Void, AmountMicros: &c.AmountMicros, Currency: c.Currency,
		At: c.At, Note: c.Note,
		Correction: newRef()}
	if e.At.IsZero() {
		e.At = w.now()
	}
	err := w.write(ctx, func(tx *sql.Tx) (err error) {
		p, err := profileByID(ctx, tx, c.ProfileID)
		if err != nil {
			return err
		}
		e.Currency = cmp.Or(e.Currency, p.Currency)
		if c.Charged != nil {
			if err := checkCharged(ctx, tx, e, *c.Charged); err != nil {
				return err
			}
		}
		e, err = ledger.Insert(ctx, tx, e)
		return err
	})
	if err != nil {
		return Entry{}, wrap(err, "correct ledger of profile %d", c.ProfileID)
	}
	w.updateCorrections(ctx)
	return e, nil
}

// checkCharged returns [ErrChanged] unless want is the amount charged for the correction's job, and the job has neither
// an open entry nor a charge without a price. Without a job it sums the corrections without a job at the same time.
func checkCharged(ctx context.Context, tx *sql.Tx, c Entry, want int64) error {
	f := ledger.Filter{ProfileID: c.ProfileID, JobID: c.JobID, Currency: c.Currency}
	if c.JobID == 0 {
		f.Kinds, f.From, f.To = []EntryKind{Void}, c.At, c.At.Add(time.Millisecond)
	}
	rows, _, err := ledger.ReadPage(ctx, tx, f, 0, 0)
	if err != nil {
		return err
	}
	charged, settled := int64(0), true
	for _, r := range rows {
		if r.JobID == c.JobID {
			charged += r.Charged()
			settled = settled && !r.Open && (r.Kind != Charge || r.AmountMicros != nil || r.Priced)
		}
	}
	if charged != want || !settled {
		return ErrChanged
	}
	return nil
}

// PriceLater adds prices to charges without an amount, in one transaction. Each gets a correction with the time of the
// charge, so that the sums of that period are right. Entries that are not charges, or already have a price, are skipped
// and their ids returned in left. An open entry gets its price when it is closed.
func (w *corrections) PriceLater(ctx context.Context, prices []LaterPrice) (written []Entry, left []int64, err error) {
	err = w.write(ctx, func(tx *sql.Tx) error {
		for _, p := range prices {
			e, err := priceLater(ctx, tx, p)
			switch {
			case errors.Is(err, ledger.ErrRefused):
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
		w.updateCorrections(ctx)
	}
	return written, left, nil
}

func priceLater(ctx context.Context, tx *sql.Tx, p LaterPrice) (Entry, error) {
	of, err := ledger.Read(ctx, tx, p.EntryID)
	if err != nil {
		return Entry{}, err
	}
	if p.AmountMicros < 0 {
		return Entry{}, &ledger.Error{JobID: of.JobID, Kind: Void, Reason: "a price is never negative"}
	}
	return ledger.Insert(ctx, tx, Entry{JobID: of.JobID, ProfileID: of.ProfileID, Kind: Void, Quantity: of.Quantity,
		UnitMicros:   p.UnitMicros,
		AmountMicros: &p.AmountMicros, Currency: of.Currency, At: of.At, Note: cmp.Or(p.Note, "priced later"),
		Correction: newRef(), Prices: of.ID})
}

const (
	correctionsName = "corrections.json"
	// correctionsVersion is the current format of the file.
	correctionsVersion = 1
	maxCorrectionsFile = 64 << 20
)

// correctionsFile is the content of corrections.json. Corrections are not in sidecars, because one may concern no file,
// or thousands.
type correctionsFile struct {
	Version     int               `json:"viviscope"`
	Corrections []correctionEntry `json:"corrections"` // in ledger order
}

type correctionEntry struct {
	Ref      string          `json:"ref"`
	Job      string          `json:"job,omitempty"` // ref of the job; "": none
	Profile  string          `json:"profile"`       // its name
	Service  ServiceRef      `json:"service"`
	Quantity json.RawMessage `json:"quantity,omitempty"`
	Unit     *int64          `json:"unit_micros,omitempty"`
	Amount   int64           `json:"amount_micros"`
	Currency string          `json:"currency"`
	At       time.Time       `json:"at"`
	Note     string          `json:"note"`
	Prices   bool            `json:"prices,omitempty"` // it prices the charge of the job
}

// updateCorrections writes corrections.json. If it cannot be written, the error is logged, and the next correction or
// the next start writes it.
func (w *corrections) updateCorrections(ctx context.Context) {
	if err := w.writeCorrections(context.WithoutCancel(ctx)); err != nil {
		w.log.Warn("write list of corrections", "err", err)
	}
}

// writeCorrections writes corrections.json if it differs from the database.
func (w *corrections) writeCorrections(ctx context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	all, err := w.corrections(ctx)
	if err != nil {
		return err
	}
	return writeList(w.Folder, correctionsName, maxCorrectionsFile, correctionsFile{correctionsVersion, all},
		len(all) == 0)
}

func (w *corrections) corrections(ctx context.Context) ([]correctionEntry, error) {
	all, err := list(ctx, w.reader, func(row scanner) (c correctionEntry, err error) {
		p := Profile{}
		var job *string
		var prices *int64
		err = row.Scan(&c.Ref, &job, jsonColumn{&c.Quantity}, &c.Unit, &c.Amount, &c.Currency, timeColumn{&c.At},
			&c.Note, &prices,
			&p.ID, &p.Name, &p.BaseURL, &p.Sandbox, &p.Saved, timeColumn{&p.KeySince}, timeColumn{&p.CreatedAt})
		if job != nil {
			c.Job = *job
		}
		c.Prices, c.Profile, c.Service = prices != nil, p.Name, p.Service()
		return c, err
	}, `SELECT l.correction, j.ref, l.quantity, l.unit_micros, l.amount_micros, l.currency, l.at, l.note, l.prices_entry,
		p.id, p.name, p.base_url, p.sandbox, p.saved, p.key_since, p.created_at
		FROM ledger l JOIN profiles p ON p.id = l.profile_id LEFT JOIN jobs j ON j.id = l.job_id
		WHERE l.correction IS NOT NULL ORDER BY l.id`)
	if all == nil {
		all = []correctionEntry{}
	}
	return all, err
}

// parseCorrections parses an untrusted corrections.json. Invalid corrections are dropped.
func parseCorrections(data []byte) ([]correctionEntry, error) {
	var f correctionsFile
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("parse list of corrections: %w", err)
	}
	if f.Version != correctionsVersion {
		return nil, fmt.Errorf("parse list of corrections: unknown format %d", f.Version)
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(f.Corrections, func(c correctionEntry) bool {
		ok := validRef.MatchString(c.Ref) && !seen[c.Ref] && c.Amount >= -maxMicros && c.Amount <= maxMicros &&
			isAmount(c.Unit) &&
			validCurrency.MatchString(c.Currency) && IsPlausibleTime(c.At) && cleanLine(c.Note, maxName) != "" &&
			(c.Service.BaseURL == "" || IsWebURL(c.Service.BaseURL)) && c.Service.ProfileID >= 0 &&
			c.Service.ProfileID < 1<<31
		seen[c.Ref] = true
		return !ok
	}), nil
}
