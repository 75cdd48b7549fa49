package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"viviscope/client"
	"viviscope/db"
)

// priceTables reads the price tables of the profiles.
type priceTables struct {
	*lifetime
	lib Library
}

// pricesOf returns the price table of a profile at a time. If there is none, it returns a table without prices.
func pricesOf(ctx context.Context, b db.BudgetReader, profileID int64, at time.Time) (client.PriceTable, error) {
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

// tableAt returns the price table of a profile at a time. If there is none, or if it cannot be read, it returns a table
// without prices, because the outcome of a request is stored in any case.
func (p *priceTables) tableAt(profileID int64, at time.Time) client.PriceTable {
	t, err := pricesOf(p.commitContext(), p.lib.Budget(), profileID, at)
	if err != nil {
		p.log.Error("prices", "err", err)
	}
	return t
}

// chargeOf returns the price of a picture call's result, from the same table as its estimate.
func chargeOf(t client.PriceTable, j db.Job, got *client.ImageResult) client.Estimate {
	return t.Charge(requestWithSizes(j), len(got.Data), got.Usage)
}

// costsMore reports whether a job costs more now than the agreed amount in its row. It also returns true if the current
// price is unknown or in another currency.
func costsMore(j db.Job, now *int64, currency string) bool {
	was := j.EstimateMicros
	return was != nil && (now == nil || *now > *was || j.Currency != currency)
}

// amountOf returns the amount of an estimate; nil if it is unknown.
func amountOf(est client.Estimate) *int64 {
	if !est.Known {
		return nil
	}
	return new(int64(est.Amount))
}

// lowerAgreed updates the agreed amount of an unsent job after its request changed without a new admission: its frame
// was delivered, or its picture got a link. The amount takes a new estimate only if that is lower, or if the old amount
// was unknown. A higher estimate was agreed to neither by the user nor by a budget, a grant or MaxCost, so the job's
// turn finds that it costs more and holds it.
func (p *priceTables) lowerAgreed(before db.Job, now *db.Job) {
	now.Currency, now.EstimateMicros = before.Currency, before.EstimateMicros
	if sameRequest(before, *now) || !in(before.State, db.Held, db.Waiting) {
		return
	}
	table := p.tableAt(now.ProfileID, p.now())
	amount := amountOf(estimateOf(table, *now))
	if amount != nil && table.Currency == now.Currency && !costsMore(*now, amount, table.Currency) {
		now.EstimateMicros = amount
	}
}
