package db

import (
	"context"
	"math"
	"math/bits"
	"slices"
	"time"

	"viviscope/db/search"
)

// CostRate is what something did cost on average.
type CostRate struct {
	Currency string
	Charged  int64 // micro-units
	Amount   int64 // of what was got for it: thousandths of a second, or pictures
	// PerUnit is Charged by a second or a picture, rounded once to whole micro-units, half away from zero; 0 where Amount is.
	PerUnit int64
}

// CostPerSecondKept says what the clips of a filter's entries cost by second that is still there: what was charged for clips,
// by the length of what these jobs made and nobody threw away. Failures that were charged and clips that were thrown away
// make it dearer. One rate for each currency; none where nothing was charged.
func (l *Library) CostPerSecondKept(ctx context.Context, f LedgerFilter) ([]CostRate, error) {
	rates, err := l.costRates(ctx, f, []JobKind{TextToVideo, FramesToVideo}, search.Filter{Kind: search.Clip}, func(a search.Row) int64 {
		return int64(math.Round(float64(a.Seconds) * 1000))
	})
	for i := range rates {
		rates[i].PerUnit = divided(rates[i].Charged, 1000, rates[i].Amount)
	}
	return rates, wrap(err, "divide ledger by seconds")
}

// CostPerStarred is [Library.CostPerSecondKept] for pictures: what was charged for pictures, by those that have a star.
func (l *Library) CostPerStarred(ctx context.Context, f LedgerFilter) ([]CostRate, error) {
	rates, err := l.costRates(ctx, f, []JobKind{TextToImage, EditImage}, search.Filter{Kind: search.Picture, Starred: true}, func(search.Row) int64 { return 1 })
	for i := range rates {
		rates[i].PerUnit = divided(rates[i].Charged, 1, rates[i].Amount)
	}
	return rates, wrap(err, "divide ledger by stars")
}

// costRates sums what was charged for jobs of some kinds, and what these jobs made.
func (l *Library) costRates(ctx context.Context, f LedgerFilter, kinds []JobKind, of search.Filter, amount func(search.Row) int64) ([]CostRate, error) {
	if len(f.JobKinds) > 0 {
		kinds = slices.DeleteFunc(kinds, func(k JobKind) bool { return !slices.Contains(f.JobKinds, k) })
	}
	if len(kinds) == 0 {
		return nil, nil
	}
	f.JobKinds = kinds
	var charged tally
	paid := map[uint16]bitset{} // places of jobs by currency
	if err := l.eachLine(ctx, f, func(x *ledgerIndex, e *line) {
		if e.kind == chargeLine || e.correction {
			charged.add(x, e)
			if paid[e.money] == nil {
				paid[e.money] = newBitset(len(x.jobs))
			}
			paid[e.money].add(uint32(e.job))
		}
	}); err != nil {
		return nil, err
	}
	var rates []CostRate
	got := make([]int64, len(charged))
	index, err := l.Index(ctx)
	if err != nil {
		return nil, err
	}
	made, err := index.Find(ctx, of)
	if err != nil {
		return nil, err
	}
	x := &l.ledger
	x.mu.RLock()
	defer x.mu.RUnlock()
	for _, a := range made {
		if p := x.maker(a.ID); p >= 0 {
			for money, jobs := range paid {
				if jobs.has(uint32(p)) {
					got[money] += amount(a)
				}
			}
		}
	}
	for money, s := range charged {
		if s.Entries > 0 {
			rates = append(rates, CostRate{Currency: s.Currency, Charged: s.Charged, Amount: got[money]})
		}
	}
	return rates, nil
}

// divided returns micros * times / by, rounded half away from zero; 0 where by is, or where the result does not fit.
func divided(micros, times, by int64) int64 {
	if by <= 0 {
		return 0
	}
	hi, lo := bits.Mul64(uint64(max(micros, -micros)), uint64(times))
	// floor((n + floor(by/2)) / by) is n/by rounded half up, for odd divisors too: they have no half.
	lo, carry := bits.Add64(lo, uint64(by/2), 0)
	hi += carry
	if hi >= uint64(by) {
		return 0
	}
	q, _ := bits.Div64(hi, lo, uint64(by))
	if q > math.MaxInt64 {
		return 0
	}
	if micros < 0 {
		return -int64(q)
	}
	return int64(q)
}

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
