package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"viviscope/client"
	"viviscope/db"
)

// RequestOf reads the exact request of a job.
func RequestOf(j db.Job) (client.Request, error) {
	r, err := client.ParseRequest(client.Kind(j.Kind), j.Request)
	if err != nil {
		return nil, fmt.Errorf("read request of job %d: %w", j.ID, err)
	}
	return r, nil
}

// ModelsOf are the models that a profile has besides those of the service.
func ModelsOf(p db.Profile) (all []client.Alias, err error) {
	if len(p.Models) == 0 {
		return nil, nil
	}
	if err := json.Unmarshal(p.Models, &all); err != nil {
		return nil, fmt.Errorf("read models of profile %d: %w", p.ID, err)
	}
	return all, nil
}

// measured is RequestOf with the pixels of the pictures of an edit, as the row has them; nil where the request cannot be read.
func (e *Engine) measured(j db.Job) client.Request {
	r, err := RequestOf(j)
	if err != nil {
		return nil
	}
	edit, ok := r.(client.EditRequest)
	if !ok {
		return r
	}
	inputs, _ := InputsOf(j) // what cannot be read has no size
	for _, in := range inputs {
		if !in.Part {
			edit.SetInputSize(in.Place, in.Width, in.Height)
		}
	}
	return edit
}

// estimate prices the request of a job by a table: what the service reserves for a clip, what a picture is expected
// to cost.
func (e *Engine) estimate(t client.PriceTable, j db.Job) client.Estimate {
	if r := e.measured(j); r != nil {
		return r.Estimate(t)
	}
	return client.Estimate{}
}

// charge prices what a picture call brought, by the same table as its estimate.
func (e *Engine) charge(t client.PriceTable, j db.Job, got *client.ImageResult) client.Estimate {
	return t.Charge(e.measured(j), len(got.Data), got.Usage)
}

// entry appends a ledger entry with an amount that follows from an estimate; without an amount where no price is
// known.
func (s *step) entry(kind db.EntryKind, est client.Estimate, currency, note string) {
	en := db.Entry{Kind: kind, Quantity: est.Quantity, Currency: currency, Note: note, AmountMicros: knownOf(est)}
	if est.Known && est.Unit > 0 {
		en.UnitMicros = new(int64(est.Unit))
	}
	s.append(en)
}

// closing appends an entry that ends another one: with the same quantity, price, amount and currency.
func (s *step) closing(kind db.EntryKind, of db.Entry, note string) {
	s.append(db.Entry{
		Kind: kind, Quantity: of.Quantity, UnitMicros: of.UnitMicros, AmountMicros: of.AmountMicros,
		Currency: of.Currency, Note: note,
	})
}

func (s *step) append(en db.Entry) {
	en.JobID, en.ProfileID, en.At = s.Job.ID, s.Job.ProfileID, s.now
	if en.Currency == "" {
		en.Currency = s.Job.Currency
	}
	s.written = append(s.written, en)
	s.Append(en)
}

// open returns the reserve or unconfirmed entry of the job that has no end yet. A job has at most one.
func (s *step) open() (db.Entry, bool) {
	var (
		last  db.Entry
		found bool
	)
	for _, en := range slices.Concat(s.entries, s.written) {
		switch en.Kind {
		case db.Reserve, db.UnconfirmedEntry:
			last, found = en, true
		default:
			found = false
		}
	}
	return last, found
}

// setRight corrects the ledger of a job that had ended, or that a user had decided, where the service now proves the
// contrary: charged is what it proves. What a user has corrected since is left alone.
func (s *step) setRight(charged bool) {
	if in(s.Job.Note, NoteNotCharged, NoteWasCharged) {
		s.Job.Note = ""
	}
	all := slices.Concat(s.entries, s.written)
	if len(all) == 0 {
		return
	}
	last := all[len(all)-1]
	if last.AmountMicros == nil || *last.AmountMicros == 0 {
		return
	}
	amount := max(*last.AmountMicros, -*last.AmountMicros)
	wasCharged := false
	switch {
	case last.Correction != "" && last.Note == NoteSetRight:
		wasCharged = *last.AmountMicros > 0
	case last.Correction != "":
		return
	case last.Kind == db.Charge:
		wasCharged = true
	case last.Kind == db.Refund, last.Kind == db.Void && last.Note == NoteNotCharged:
	default:
		return
	}
	switch {
	case charged && !wasCharged:
		s.written = append(s.written, s.Correct(amount, last.Currency, NoteSetRight))
	case !charged && wasCharged:
		s.written = append(s.written, s.Correct(-amount, last.Currency, NoteSetRight))
	}
}

// settle ends the reserve of a task: charge or refund. A task that was adopted before its reserve was written has
// one by then, so there is always one to end; where there is none, nothing is invented.
func (s *step) settle(kind db.EntryKind, note string) {
	if en, ok := s.open(); ok && en.Kind == db.Reserve {
		s.closing(kind, en, note)
	}
}

// pricesOf is the price table of a profile at a moment; one without prices where there is none.
func pricesOf(ctx context.Context, b db.Books, profileID int64, at time.Time) (client.PriceTable, error) {
	var t client.PriceTable
	p, err := b.Prices(ctx, profileID, at)
	if errors.Is(err, db.ErrNotFound) {
		return t, nil
	}
	if err == nil {
		err = json.Unmarshal(p.Table, &t)
	}
	if err != nil {
		return client.PriceTable{}, fmt.Errorf("read prices of profile %d: %w", profileID, err)
	}
	return t, nil
}
