package db

import (
	"context"
	"slices"
	"time"
)

// Suspicion says why an entry could explain a difference between the ledger and what the service says.
type Suspicion string

// The suspicions, the likeliest first.
const (
	SuspectUnconfirmed Suspicion = "unconfirmed" // nobody knows whether it was charged
	SuspectUnpriced    Suspicion = "unpriced"    // it was charged, and nobody knows how much
	SuspectVoided      Suspicion = "voided"      // a person said that it was not charged
	SuspectRefunded    Suspicion = "refunded"    // the service may not have given it back
	SuspectAmount      Suspicion = "amount"      // a charge of just the difference: counted once too often, or missing
)

// Suspect is an entry that could explain a difference.
type Suspect struct {
	LedgerRow
	Why   Suspicion
	Exact bool // its amount is just the difference
}

// maxSuspects bounds how many entries are offered.
const maxSuspects = 200

// Explain returns the entries of a profile in a period that could explain a difference: what the service says was charged,
// less what the ledger says, in micro-units of a currency. Within a suspicion those come first whose amount is just the
// difference, then the newest. Entries with an amount of the wrong direction are left out: a refund cannot explain that the
// service charged less.
func (l *Library) Explain(ctx context.Context, profileID int64, currency string, from, to time.Time, differenceMicros int64) ([]Suspect, error) {
	if differenceMicros == 0 {
		return nil, nil
	}
	f := LedgerFilter{ProfileID: profileID, From: from, To: to, Currency: currency}
	more := differenceMicros > 0
	var all []Suspect
	for _, look := range []struct {
		why   Suspicion
		given bool
		f     func(*LedgerFilter)
	}{
		{SuspectUnconfirmed, more, func(f *LedgerFilter) { f.Kinds, f.OpenOnly = []EntryKind{UnconfirmedEntry}, true }},
		{SuspectUnpriced, more, func(f *LedgerFilter) { f.Kinds, f.Unpriced = []EntryKind{Charge}, true }},
		{SuspectVoided, more, func(f *LedgerFilter) { f.Kinds = []EntryKind{Void} }},
		{SuspectRefunded, more, func(f *LedgerFilter) { f.Kinds = []EntryKind{Refund} }},
		{SuspectAmount, true, func(f *LedgerFilter) {
			size := max(differenceMicros, -differenceMicros)
			f.Kinds, f.MinMicros, f.MaxMicros = []EntryKind{Charge}, &size, &size
		}},
	} {
		if !look.given {
			continue
		}
		g := f
		look.f(&g)
		rows, _, err := l.ledgerPage(ctx, g, 0, maxSuspects)
		if err != nil {
			return nil, wrap(err, "explain ledger of profile %d", profileID)
		}
		var some []Suspect
		for _, r := range rows {
			if r.Correction != "" {
				continue
			}
			exact := r.AmountMicros != nil && *r.AmountMicros == max(differenceMicros, -differenceMicros)
			some = append(some, Suspect{LedgerRow: r, Why: look.why, Exact: exact})
		}
		slices.SortStableFunc(some, func(a, b Suspect) int {
			switch {
			case a.Exact == b.Exact:
				return 0
			case a.Exact:
				return -1
			}
			return 1
		})
		all = append(all, some...)
	}
	return all[:min(len(all), maxSuspects)], nil
}
