package costs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/price"
	"viviscope/gui/wording"
)

// mostPriced is how many entries are priced at once. The next ones follow in a sheet of their own.
const mostPriced = 2000

// proposal is a price for one charge that has none.
type proposal struct {
	entry db.LedgerRow
	price db.LaterPrice
	known bool // some table has a price for it
	today bool // only the table of today has
	table db.Prices
	why   string // where nothing is known
}

// proposals are the prices that could be given, in the order of the ledger.
type proposals struct {
	all  []proposal
	more bool // there are further entries
}

// propose prices the charges that have no price: each by the table that was in force when it was written, or where that has
// no price for it, by the one of now.
func propose(ctx context.Context, l Library, q question, now time.Time) (proposals, error) {
	f := db.LedgerFilter{ProfileID: q.profile, From: q.period.from, To: q.period.to, Kinds: []db.EntryKind{db.Charge}, Unpriced: true}
	rows, more, err := l.Ledger(ctx, f, 0, mostPriced)
	if err != nil {
		return proposals{}, fmt.Errorf("read entries without a price: %w", err)
	}
	tables := tables{l: l, profile: q.profile}
	today, _, err := tables.at(ctx, now)
	if err != nil {
		return proposals{}, err
	}
	out := proposals{more: more}
	for _, r := range rows {
		then, table, err := tables.at(ctx, r.At)
		if err != nil {
			return proposals{}, err
		}
		p := priced(r, table, then)
		if !p.known {
			if late := priced(r, tables.read[today.ID], today); late.known {
				late.today = true
				p = late
			}
		}
		out.all = append(out.all, p)
	}
	return out, nil
}

// priced prices one entry by a table.
func priced(r db.LedgerRow, table client.PriceTable, of db.Prices) proposal {
	p := proposal{entry: r, table: of}
	p.price, p.known = price.Later(table, r.Job, r.Entry)
	switch {
	case p.known:
	case of.ID == 0:
		p.why = lang.L("no prices were in force")
	case table.Currency != r.Currency:
		p.why = lang.L("the prices are in %s", table.Currency)
	default:
		p.why = lang.L("no price for it in the table")
	}
	return p
}

// later is what the library is asked to write. Its note stands beside the price for ever, so it says by which prices: in
// English like all that is stored, whatever language the window has.
func (p proposal) later() db.LaterPrice {
	out := p.price
	out.Note += ", prices of " + p.table.ValidFrom.Format("2 Jan 2006")
	if p.today {
		out.Note += ", as none were known at the time"
	}
	return out
}

// sum adds what is proposed, each currency for itself, and counts what has no price still. late: also what only the prices
// of today know.
func (p proposals) sum(late bool) (sums map[string]int64, n, without int) {
	sums = map[string]int64{}
	for _, one := range p.all {
		if !one.known || one.today && !late {
			without++
			continue
		}
		sums[one.entry.Currency] += one.price.AmountMicros
		n++
	}
	return sums, n, without
}

// prices are what the library is asked to write.
func (p proposals) prices(late bool) (all []db.LaterPrice) {
	for _, one := range p.all {
		if one.known && (!one.today || late) {
			all = append(all, one.later())
		}
	}
	return all
}

// words tell one proposal: what it would cost and by which prices, or why nobody knows.
func (p proposal) words(late bool) string {
	switch {
	case !p.known:
		return p.why
	case p.today && !late:
		return lang.L("no price was known then")
	}
	amount := wording.Money(p.price.AmountMicros, p.entry.Currency)
	if p.today {
		return lang.L("%s, prices of today", amount)
	}
	return lang.L("%[1]s, prices of %[2]s", amount, lang.Day(p.table.ValidFrom))
}

// tables reads each version of a profile's prices once.
type tables struct {
	l       Library
	profile int64
	read    map[int64]client.PriceTable
}

// at returns the prices in force at a moment; those with ID 0 where there were none.
func (t *tables) at(ctx context.Context, at time.Time) (db.Prices, client.PriceTable, error) {
	p, err := t.l.Prices(ctx, t.profile, at)
	if errors.Is(err, db.ErrNotFound) {
		return db.Prices{}, client.PriceTable{}, nil
	} else if err != nil {
		return db.Prices{}, client.PriceTable{}, fmt.Errorf("read prices: %w", err)
	}
	if table, ok := t.read[p.ID]; ok {
		return p, table, nil
	}
	var table client.PriceTable
	if err := json.Unmarshal(p.Table, &table); err != nil {
		return db.Prices{}, client.PriceTable{}, fmt.Errorf("read prices %d: %w", p.ID, err)
	}
	if t.read == nil {
		t.read = map[int64]client.PriceTable{}
	}
	t.read[p.ID] = table
	return p, table, nil
}
