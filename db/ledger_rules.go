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
}

func ledgerStateOf(entries []Entry) *ledgerState {
	s := &ledgerState{}
	for _, e := range entries {
		s.take(e.Kind)
	}
	return s
}

func (s *ledgerState) take(k EntryKind) {
	switch k {
	case Reserve:
		s.open, s.reserved = Reserve, true
	case UnconfirmedEntry:
		s.open, s.unconfirmed = UnconfirmedEntry, true
	case Charge:
		s.open, s.charged = "", true
	case Refund, Void:
		s.open = ""
	}
}

// next checks an entry against what went before, and takes it.
func (s *ledgerState) next(e Entry) error {
	if reason := s.refuses(e); reason != "" {
		return &LedgerError{JobID: e.JobID, Kind: e.Kind, Reason: reason}
	}
	s.take(e.Kind)
	return nil
}

// refuses says why an entry cannot be; "" where it can.
func (s *ledgerState) refuses(e Entry) string {
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
