package jobs

import (
	"fmt"

	"viviscope/client"
)

// Terms are the conditions of a click.
type Terms struct {
	// "hold for later", of new jobs: nothing is sent before the user releases it, so nothing is asked
	Hold       bool
	Agreed     Agreement // what the user was shown and confirmed; the zero value: nothing
	HoldExcess bool      // if the click exceeds a budget, hold the jobs that do not fit instead of asking the user

	// Click is the ID that the caller gave the click, unique for a profile; "": none. A second click with the same ID
	// makes nothing.
	Click       string
	Fingerprint string // of the caller's request, hex: another fingerprint under the same ID is refused
	Client      string // name of the ordering client; its grant is checked too; "": the user
	// MaxCost is the amount above which nothing is made or released. A user who sets it has agreed to any amount of the
	// click up to it.
	MaxCost Cap

	// the engine releases the jobs automatically: only the budgets are checked, and the user is not asked
	automatic bool
}

// Cap is the maximum price of a click, in micro-units of the currency of the profile's prices. The zero value means no
// maximum.
type Cap struct {
	Micros int64
	Set    bool
}

// AdmissionError reports that the user must be asked; [Quote.ConfirmScope] returns about what. It is also returned if
// the amounts differ from the agreed ones. Nothing was inserted or released.
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

// admit decides about a click. It returns which of its jobs are held for a budget; nil means none. Errors:
// *AdmissionError.
func (how Terms) admit(q Quote) (hold []bool, err error) {
	if how.automatic {
		return q.HeldByBudget(), nil
	}
	if other := how.Agreed.profile; other != 0 && other != q.Profile.ID {
		how.HoldExcess = false // the agreement was about another profile
	}
	asks := q.ConfirmScope()
	switch agreed := how.Agreed; {
	case agreed.profile == q.Profile.ID && agreed == q.Agreement():
	case agreed.profile == q.Profile.ID &&
		(asks != ScopeNone || !q.Known || agreed.currency != q.Currency || q.Total > agreed.adds):
		return nil, &AdmissionError{q}
	case asks == ScopeNone, asks == ScopeClick && how.MaxCost.Set:
	case !how.HoldExcess || asks == ScopeClick || q.fittingVerdict().AboveClickLimit:
		return nil, &AdmissionError{q}
	}
	if how.HoldExcess {
		return q.HeldByBudget(), nil
	}
	return nil, nil
}

// MaxCostError reports that a click costs more than [Terms.MaxCost], or that its price is unknown. Nothing was made or
// released.
type MaxCostError struct {
	Quote   Quote
	MaxCost client.Micros
}

// Error implements error.
func (e *MaxCostError) Error() string {
	currency := e.Quote.Currency
	if !e.Quote.Known {
		return fmt.Sprintf("the price is not known, so max_cost %s %s cannot be kept", e.MaxCost.Decimal(currency),
			currency)
	}
	price := client.Micros(e.Quote.ClickTotal).Decimal(currency)
	return fmt.Sprintf("the price %s %s is above max_cost %s %s", price, currency, e.MaxCost.Decimal(currency),
		currency)
}

// checkMaxCost returns a *MaxCostError if a click may cost more than its MaxCost.
func (how Terms) checkMaxCost(q Quote) error {
	if how.MaxCost.Set && (!q.Known || q.ClickTotal > how.MaxCost.Micros) {
		return &MaxCostError{q, client.Micros(how.MaxCost.Micros)}
	}
	return nil
}
