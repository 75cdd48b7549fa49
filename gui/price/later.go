package price

import (
	"encoding/json"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/wording"
)

// Later prices a charge that had no amount by a table that was entered since. ok is false where the entry is no such charge, the
// table is in another currency or has no price for it, or what the entry counts does not say enough.
func Later(table client.PriceTable, job db.Job, e db.Entry) (p db.LaterPrice, ok bool) {
	if e.Kind != db.Charge || e.AmountMicros != nil || table.Currency != e.Currency {
		return p, false
	}
	est := charge(table, job, e)
	if !est.Known {
		return p, false
	}
	p = db.LaterPrice{EntryID: e.ID, AmountMicros: int64(est.Amount), Note: "priced later"}
	if est.Unit > 0 {
		p.UnitMicros = new(int64(est.Unit))
		unit := "picture"
		if job.Kind.IsVideo() {
			unit = "second"
		}
		p.Note += " at " + wording.CurrencySign(e.Currency) + est.Unit.Decimal(e.Currency) + " per " + unit
	} else {
		p.Note += " by its tokens"
	}
	return p, true
}

// charge is what a finished job is charged by a table, from what its entry counts.
func charge(table client.PriceTable, job db.Job, e db.Entry) client.Estimate {
	var counted client.TokensQuantity
	known := json.Unmarshal(e.Quantity, &counted) == nil && counted != (client.TokensQuantity{})
	used := client.Usage{InputTokens: counted.InputTextTokens + counted.InputImageTokens, InputTextTokens: counted.InputTextTokens,
		InputImageTokens: counted.InputImageTokens, OutputTokens: counted.OutputTokens, Split: true, Known: known}
	r, err := jobs.RequestOf(job)
	if err != nil {
		return client.Estimate{}
	}
	clip, ok := r.(client.VideoRequest)
	if !ok {
		return table.Charge(r, 1, used)
	}
	var s client.SecondsQuantity
	if json.Unmarshal(e.Quantity, &s) == nil && s.Seconds > 0 {
		clip.Seconds = s.Seconds // what was charged, where it differs from what was asked for
	}
	return clip.Estimate(table)
}
