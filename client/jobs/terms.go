package jobs

import (
	"fmt"

	"viviscope/client"
)

// Terms say how a click is meant.
type Terms struct {
	Hold   bool      // "hold for later", of new jobs: nothing goes out before a person releases it, so nothing is asked
	Agreed Agreement // what a person was shown and said yes to; the zero value: nothing
	Fit    bool      // where the click goes over a budget, what does not fit is held for it, and nobody is asked

	// Click is the ID that the caller gave the click, unique for a profile; "": none. With the same one nothing is made
	// again.
	Click       string
	Fingerprint string // of what the caller asked for, hex: another one under the same ID is refused
	Client      string // name of the client that asks, whose grant is weighed too; "": a person
	// MaxCost is the amount over which nothing is made or let go. A person who gives one has agreed to the amount of a
	// click up to it.
	MaxCost Cap

	clicked bool // of jobs that the engine lets go by itself: only the budgets are weighed, and nobody is asked
}

// Cap is the most that a click may cost, in micro-units of the currency of the profile's prices. The zero value is
// none.
type Cap struct {
	Micros int64
	Set    bool
}

// AdmissionError says that a person must be asked, and about what: [Quote.Asks]. It also comes where the amounts are
// other ones than those that were agreed to. Nothing was inserted or let go.
type AdmissionError struct{ Quote Quote }

// Error implements error.
func (e *AdmissionError) Error() string {
	a := e.Quote.Agreement()
	if a.scope == ScopeNone {
		return fmt.Sprintf("the price is %d micro-%s, which is not what was agreed to", a.adds, a.currency)
	}
	return fmt.Sprintf("over the limit of a %s: %d micro-%s more, with %+v used of %d",
		a.scope, a.adds, a.currency, a.used, a.limit)
}

// admit decides what becomes of a click: which of its jobs are held for a budget, none where hold is nil. Errors:
// *AdmissionError.
func (how Terms) admit(q Quote) (hold []bool, err error) {
	if how.clicked {
		return q.Hold(), nil
	}
	if other := how.Agreed.profile; other != 0 && other != q.Profile.ID {
		how.Fit = false // that was the answer about another profile
	}
	asks := q.Asks()
	switch agreed := how.Agreed; {
	case agreed.profile == q.Profile.ID && agreed == q.Agreement():
	case agreed.profile == q.Profile.ID &&
		(asks != ScopeNone || !q.Known || agreed.currency != q.Currency || q.Total > agreed.adds):
		return nil, &AdmissionError{q}
	case asks == ScopeNone, asks == ScopeClick && how.MaxCost.Set:
	case !how.Fit || asks == ScopeClick || q.fitting().Above:
		return nil, &AdmissionError{q}
	}
	if how.Fit {
		return q.Hold(), nil
	}
	return nil, nil
}

// MaxCostError says that a click costs more than [Terms.MaxCost], or that nobody knows what it costs. Nothing was
// made or let go.
type MaxCostError struct {
	Quote   Quote
	MaxCost client.Micros
}

// Error implements error.
func (e *MaxCostError) Error() string {
	currency := e.Quote.Currency
	if !e.Quote.Known {
		return fmt.Sprintf("the price is not known, so max_cost %s %s cannot be kept", e.MaxCost.Decimal(currency), currency)
	}
	price := client.Micros(e.Quote.ClickTotal).Decimal(currency)
	return fmt.Sprintf("the price %s %s is above max_cost %s %s", price, currency, e.MaxCost.Decimal(currency), currency)
}

// checkMaxCost reports whether a click costs at most what its terms say. Errors: *MaxCostError.
func (how Terms) checkMaxCost(q Quote) error {
	if how.MaxCost.Set && (!q.Known || q.ClickTotal > how.MaxCost.Micros) {
		return &MaxCostError{q, client.Micros(how.MaxCost.Micros)}
	}
	return nil
}
