package costs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"viviscope/client"
	"viviscope/db"
	"viviscope/db/ledger"
	"viviscope/gui/lang"
	"viviscope/gui/price"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
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

// propose prices the charges that have no price: each by the table that was in force when it was written, or where that has no price for
// it, by the one of now.
func propose(ctx context.Context, l Library, q query, now time.Time) (proposals, error) {
	f := ledger.Filter{ProfileID: q.profile, From: q.period.from, To: q.period.to, Kinds: []db.EntryKind{db.Charge}, Unpriced: true}
	rows, more, err := l.Ledger(ctx, f, 0, mostPriced)
	if err != nil {
		return proposals{}, fmt.Errorf("read entries without a price: %w", err)
	}
	today, ofToday, err := pricesAt(ctx, l, q.profile, now)
	if err != nil {
		return proposals{}, err
	}
	out := proposals{more: more}
	for _, r := range rows {
		then, table, err := pricesAt(ctx, l, q.profile, r.At)
		if err != nil {
			return proposals{}, err
		}
		p := priced(r, table, then)
		if late := priced(r, ofToday, today); !p.known && late.known {
			late.today = true
			p = late
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
		p.why = lang.L("no prices were set at the time")
	case table.Currency != r.Currency:
		p.why = lang.L("prices are in %s", table.Currency)
	default:
		p.why = lang.L("no price for it in the table")
	}
	return p
}

// later is what the library is asked to write. Its note stands beside the price for ever, so it says by which prices: in English like all
// that is stored, whatever language the window has.
func (p proposal) later() db.LaterPrice {
	out := p.price
	out.Note += ", prices of " + p.table.ValidFrom.Format("2 Jan 2006")
	if p.today {
		out.Note += ", as none were known at the time"
	}
	return out
}

// prices are what the library is asked to write, and their sums, each currency for itself; without is how many entries have no price still.
// late: also what only the prices of today know.
func (p proposals) prices(late bool) (all []db.LaterPrice, sums map[string]int64, without int) {
	sums = map[string]int64{}
	for _, one := range p.all {
		if !one.known || one.today && !late {
			without++
			continue
		}
		sums[one.entry.Currency] += one.price.AmountMicros
		all = append(all, one.later())
	}
	return all, sums, without
}

// words tell one proposal: what it would cost and by which prices, or why nobody knows.
func (p proposal) words(late bool) string {
	switch {
	case !p.known:
		return p.why
	case p.today && !late:
		return lang.L("no price was known at the time")
	}
	amount := wording.Money(p.price.AmountMicros, p.entry.Currency)
	if p.today {
		return lang.L("%s, today’s prices", amount)
	}
	return lang.L("%[1]s, prices of %[2]s", amount, lang.Day(p.table.ValidFrom))
}

// pricesAt returns the prices in force at a moment; those with ID 0 where there were none.
func pricesAt(ctx context.Context, l Library, profile int64, at time.Time) (p db.Prices, table client.PriceTable, err error) {
	if p, err = l.Prices(ctx, profile, at); errors.Is(err, db.ErrNotFound) {
		return db.Prices{}, table, nil
	} else if err != nil {
		return p, table, fmt.Errorf("read prices: %w", err)
	}
	if err := json.Unmarshal(p.Table, &table); err != nil {
		return p, table, fmt.Errorf("read prices %d: %w", p.ID, err)
	}
	return p, table, nil
}

// ShowPricing offers to give prices to the charges of the time that have none.
func (s *Screen) ShowPricing() {
	q, now := s.asked.get(), s.deps.Now()
	s.deps.Go(func(ctx context.Context) {
		p, err := propose(ctx, s.deps.Library, q, now)
		s.deps.Post(func() {
			if err != nil {
				s.fail(err)
			} else if len(p.all) > 0 && !s.open() {
				s.askPrices(p)
			}
		})
	})
}

// pricingWide is the width of the sheet of prices, px.
const pricingWide = 640

// askPrices shows what each entry would cost. Nothing is written before a person says so.
func (s *Screen) askPrices(p proposals) {
	late := true
	sum, rest := widgets.NewText("", resources.SizeBody, resources.Text1, true).Wrap(true), small("").Wrap(true)
	write, leave := widgets.NewButton("", nil, widgets.Plain, nil), widgets.NewButton(lang.L("Cancel"), nil, widgets.Primary, nil)
	entry := func(p proposal) row { return rowOf(p.entry, false, s.deps.Now()) }
	list := widgets.NewTable(lowRow, lowRow, []widgets.TableColumn[proposal]{
		{Head: lang.X("column", "When"), Width: 92, Words: func(p proposal) string { return entry(p).when }},
		{Head: lang.X("column", "Job"), Width: 200, Grow: true, Words: func(p proposal) string { return entry(p).what },
			Rest: func(p proposal) string { return entry(p).facts + " " + entry(p).quantity }},
		{Head: lang.L("Would cost"), Width: 230, Grow: true, Number: true, Words: func(p proposal) string { return p.words(late) }},
	})
	refresh := func() {
		prices, sums, without := p.prices(late)
		n := len(prices)
		var amounts []string
		for _, currency := range slices.Sorted(maps.Keys(sums)) {
			amounts = append(amounts, wording.MoneyFormat{Currency: currency}.Of(sums[currency]))
		}
		words := lang.L("No entry gets a price.")
		if n > 0 {
			words = lang.N("%[1]s entry gets a price, which adds %[2]s to the charges",
				"%[1]s entries get a price, which adds %[2]s to the charges",
				n, lang.Number(n), wording.List(amounts))
		}
		sum.SetText(words)
		widgets.ShowText(rest, restWords(without, p.more))
		write.SetText(lang.N("Price %s entry", "Price %s entries", n, lang.Number(n)))
		widgets.Enable(write, n > 0)
		list.Set(p.all)
	}
	refresh()
	today := widgets.NewText(lang.L("Use today’s prices where the price was not known"), resources.SizeSM, resources.Text1, false)
	choice := widgets.NewRow(8, widgets.NewToggle(late, func(on bool) { late = on; refresh(); s.sheet.Refresh() }), today)
	widgets.Name(today, choice)
	widgets.Show(choice, slices.ContainsFunc(p.all, func(one proposal) bool { return one.known && one.today }))
	sheet := s.openSheet(pricingWide, widgets.NewColumn(12,
		widgets.NewText(lang.L("Set missing prices"), resources.SizeH1, resources.Text1, true),
		small(lang.L("Each gets a new entry with the price and a note. Existing entries are not changed.")).Wrap(true),
		widgets.NewFixed(0, 220, list.Object()), choice, sum, rest,
		widgets.NewRow(8, widgets.NewSpring(), write, leave)))
	leave.OnTapped, sheet.Default = sheet.Hide, sheet.Hide
	s.deps.Canvas().Focus(leave)
	write.OnTapped = func() {
		sheet.Hide()
		prices, _, _ := p.prices(late)
		s.deps.Go(func(ctx context.Context) {
			written, _, err := s.deps.Library.PriceLater(ctx, prices)
			if len(written) > 0 {
				s.deps.Engine.LedgerCorrected(written[0].ProfileID)
			}
			s.deps.Post(func() {
				if err != nil {
					s.fail(err)
				}
				s.deps.Window.Refresh()
			})
		})
	}
}

func restWords(without int, more bool) string {
	var words []string
	if without > 0 {
		words = append(words, lang.N("%s still has no price: enter it on the right first.",
			"%s still have no price: enter it on the right first.", without, lang.Number(without)))
	}
	if more {
		words = append(words, lang.L("The rest are priced afterwards."))
	}
	return strings.Join(words, " ")
}
