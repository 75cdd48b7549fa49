package db

import (
	"fmt"
	"time"
)

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
