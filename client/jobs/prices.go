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

// tableAt is the price table of a profile as it was at a time; without prices where there was none, or where it cannot
// be read: what happened is written down in any case.
func (p *priceTables) tableAt(profileID int64, at time.Time) client.PriceTable {
	t, err := pricesOf(p.committing(), p.lib.Books(), profileID, at)
	if err != nil {
		p.log.Error("prices", "err", err)
	}
	return t
}

// chargeOf prices what a picture call brought, by the same table as its estimate.
func chargeOf(t client.PriceTable, j db.Job, got *client.ImageResult) client.Estimate {
	return t.Charge(requestWithSizes(j), len(got.Data), got.Usage)
}

// costsMore reports whether a job costs more now than its row says, which is what was agreed to, or nobody knows
// whether.
func costsMore(j db.Job, now *int64, currency string) bool {
	was := j.EstimateMicros
	return was != nil && (now == nil || *now > *was || j.Currency != currency)
}

// knownOf is the amount of an estimate; nil where nobody knows it.
func knownOf(est client.Estimate) *int64 {
	if !est.Known {
		return nil
	}
	return new(int64(est.Amount))
}

// keepAgreed sets what a job was admitted for after a change of its request that was no admission: the delivered frame
// or the address of a picture came into its place. The amount follows an estimate that is lower, or that was not known.
// It never follows a higher one: nobody agreed to that, neither the user nor a budget, a grant or MaxCost, so the turn
// of the job finds it dearer and holds it.
func (p *priceTables) keepAgreed(before db.Job, now *db.Job) {
	now.Currency, now.EstimateMicros = before.Currency, before.EstimateMicros
	if sameRequest(before, *now) || !in(before.State, db.Held, db.Waiting) {
		return
	}
	table := p.tableAt(now.ProfileID, p.now())
	amount := knownOf(estimateOf(table, *now))
	if amount != nil && table.Currency == now.Currency && !costsMore(*now, amount, table.Currency) {
		now.EstimateMicros = amount
	}
}
