package automation

import (
	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/boards"
)

// amountKinds maps the kinds of ledger entries, and of amounts that are not in the ledger yet, to kinds of an [Amount].
var amountKinds = map[db.EntryKind]string{boards.Ordered: Estimated, boards.Planned: Planned, db.Reserve: Reserved,
	db.Charge: Charged,
	db.Refund: Refunded, db.UnconfirmedEntry: Unconfirmed}

func jobAmount(j db.Job, entries []db.Entry) Amount {
	kind, micros, currency := boards.AmountOf(j, entries)
	if kind == boards.NoAmount && j.State == db.Rejected {
		kind, micros, currency = db.Charge, new(int64), j.Currency // the service did nothing
	}
	return amountOf(amountKinds[kind], micros, currency)
}

// amountOf returns an amount in micro-units. An unknown amount (nil) has the kind [Unknown].
func amountOf(kind string, micros *int64, currency string) Amount {
	if micros == nil || kind == "" {
		return Amount{Kind: Unknown, Currency: currency}
	}
	return Amount{kind, micros, client.Micros(*micros).Decimal(currency), currency}
}

func quoteOf(q jobs.Quote) Quote {
	quote := Quote{Total: amountOf(Estimated, nil, q.Currency), Each: make([]Amount, len(q.Each)),
		Asks: string(q.ConfirmScope())}
	if q.Known {
		quote.Total = amountOf(Estimated, &q.Total, q.Currency)
	}
	for i, micros := range q.Each {
		quote.Each[i] = amountOf(Estimated, micros, q.Currency)
	}
	return quote
}
