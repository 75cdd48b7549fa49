package db

import (
	"cmp"
	"context"
	"slices"
)

// LedgerSums are the sums of ledger entries in one currency, in micro-units. What counts against a budget is [LedgerSums.Used].
type LedgerSums struct {
	Currency  string // ISO 4217
	Charged   int64  // charges, and the corrections
	Corrected int64  // the part of Charged that is corrections; may be negative
	Reserved  int64  // open reserves
	AtRisk    int64  // open unconfirmed entries
	Refunded  int64  // shown, never added
	Jobs      int    // jobs with a charge
	Unpriced  int    // charges and open entries whose amount nobody knows
	Entries   int    // of any kind
}

// Used is what counts against a budget.
func (s LedgerSums) Used() int64 { return s.Charged + s.Reserved + s.AtRisk }

// LedgerSums sums the entries that a filter chooses, one sum for each currency, in the order of their codes; none where it
// chooses nothing. An entry counts in the period in which it was written; what is open is so now. Sums are exact, nothing is
// rounded, and amounts in different currencies are never added.
func (l *Library) LedgerSums(ctx context.Context, f LedgerFilter) ([]LedgerSums, error) {
	var t tally
	err := l.eachLine(ctx, f, func(x *ledgerIndex, e *line) { t.add(x, e) })
	if err != nil {
		return nil, wrap(err, "sum ledger")
	}
	return t.sums(), nil
}

// tally is sums by the number of their currency.
type tally []LedgerSums

func (t *tally) add(x *ledgerIndex, e *line) {
	for len(*t) <= int(e.money) {
		*t = append(*t, LedgerSums{})
	}
	s := &(*t)[e.money]
	s.Entries++
	s.Currency = x.money.all[e.money]
	switch {
	case e.kind == chargeLine:
		s.Charged += e.amount
		s.Jobs++
	case e.correction:
		s.Charged += e.amount
		s.Corrected += e.amount
	case e.kind == refundLine:
		s.Refunded += e.amount
	case e.kind == reserveLine && x.open[e.id]:
		s.Reserved += e.amount
	case e.kind == unconfirmedLine && x.open[e.id]:
		s.AtRisk += e.amount
	}
	if x.unpriced(e) {
		s.Unpriced++
	}
}

// merge adds the sums of other entries.
func (t *tally) merge(other tally) {
	for len(*t) < len(other) {
		*t = append(*t, LedgerSums{})
	}
	for i, o := range other {
		if s := &(*t)[i]; o.Entries > 0 {
			*s = LedgerSums{o.Currency, s.Charged + o.Charged, s.Corrected + o.Corrected, s.Reserved + o.Reserved, s.AtRisk + o.AtRisk,
				s.Refunded + o.Refunded, s.Jobs + o.Jobs, s.Unpriced + o.Unpriced, s.Entries + o.Entries}
		}
	}
}

// sums returns the sums of the currencies that have entries.
func (t tally) sums() []LedgerSums {
	all := slices.DeleteFunc(slices.Clone(t), func(s LedgerSums) bool { return s.Entries == 0 })
	slices.SortFunc(all, func(a, b LedgerSums) int { return cmp.Compare(a.Currency, b.Currency) })
	return all
}
