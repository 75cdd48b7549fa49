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
	JobID        int64  // 0: it squares the sum of a period
	Currency     string // ISO 4217; "": the profile's
	AmountMicros int64  // added to the charged amount; below 0 if less was charged than the ledger contains
	At           time.Time
	Note         string

	// Charged is the amount that the user corrects, as it was shown. nil: the correction is appended whatever the
	// charged amount is.
	Charged *int64
}

// LaterPrice is the cost of a charge that was written without an amount.
type LaterPrice struct {
	EntryID      int64
	AmountMicros int64
	UnitMicros   *int64 // price of one second; nil for pictures
	Note         string // why, and at which price; "" becomes "priced later"
}

// corrections appends to the ledger what a user sets right, and keeps the list of it beside the database.
type corrections struct {
	*database
	mu sync.Mutex // held while the list is written
}

// Correct appends a correction and returns its entry. It changes no existing entry. A correction of a job is refused
// with a [ledger.Error] while an entry of the job is open, or if its currency is not the job's. It fails with
// [ErrChanged], and writes nothing, if the charged amount differs from c.Charged.
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

// checkCharged fails with [ErrChanged] unless want is the amount charged for the job of a correction. Without a job,
// the corrections without a job at the same moment are added up. It also fails while the job has an open entry or a
// charge without a price.
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

// PriceLater gives charges their prices, all in one transaction: each gets a correction that names it and bears its
// time, so that the sums of its period become true. What is no charge, or has a price by now, is left alone and its
// id returned; the price of an open entry is known when it has ended.
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
	// correctionsVersion is the format of the list that this program writes.
	correctionsVersion = 1
	maxCorrectionsFile = 64 << 20
)

// correctionsFile is the list of corrections beside the database. They are not in sidecars, because a correction may
// concern no file, or thousands at once.
type correctionsFile struct {
	Version     int               `json:"viviscope"`
	Corrections []correctionEntry `json:"corrections"` // in the order of the ledger
}

type correctionEntry struct {
	Ref      string          `json:"ref"`
	Job      string          `json:"job,omitempty"` // ref; "" for a profile's sum
	Profile  string          `json:"profile"`       // its name
	Service  ServiceRef      `json:"service"`
	Quantity json.RawMessage `json:"quantity,omitempty"`
	Unit     *int64          `json:"unit_micros,omitempty"`
	Amount   int64           `json:"amount_micros"`
	Currency string          `json:"currency"`
	At       time.Time       `json:"at"`
	Note     string          `json:"note"`
	Prices   bool            `json:"prices,omitempty"` // it gives the charge of the job a price
}

// followCorrections updates the list from the ledger. If it cannot be written, which is logged, the next correction or
// the next start writes it.
func (w *corrections) updateCorrections(ctx context.Context) {
	if err := w.writeCorrections(context.WithoutCancel(ctx)); err != nil {
		w.log.Warn("write list of corrections", "err", err)
	}
}

// keepCorrections writes the list of corrections if it differs from the database.
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
		err = row.Scan(&c.Ref, &job, jsonColumn{&c.Quantity}, &c.Unit, &c.Amount, &c.Currency, timeColumn{&c.At}, &c.Note, &prices,
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

// parseCorrections reads corrections.json and makes it harmless.
func parseCorrections(data []byte) ([]correctionEntry, error) {
	var f correctionsFile
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("no list of corrections: %w", err)
	}
	if f.Version != correctionsVersion {
		return nil, fmt.Errorf("no list of corrections of a known format: %d", f.Version)
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
