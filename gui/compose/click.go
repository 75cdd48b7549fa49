package compose

import (
	"context"

	"viviscope/db"
	"viviscope/gui/compose/form"
)

// click is what one press of a button asks for. Its orders are the very ones whose price was shown: they are handed on as
// they are, from the button over the questions to the rows.
type click struct {
	account Account
	of      purpose      // by which a second press of the same is told
	word    string       // of the button that was pressed, with the price
	orders  []form.Order // each of one kind; more than one for a list
	quote   form.Quote   // of all of them
	hold    bool         // nothing goes out, so nothing is asked
	canvas  form.Canvas  // what lay on the canvas at the press
	tariff  form.Tariff  // by which the quote was made
	over    []bool       // of each job whether it is held because it goes over a budget; none: nothing is held for that

	// part sends what fits a budget and holds the rest, job by job; nil where the jobs are not made by this click.
	part func(over []bool)

	// commit makes the rows, away from the window's goroutine; nil: new jobs of the orders.
	commit func(ctx context.Context) outcome

	// flat is what was drawn on the canvas at the press, where an order is baked: it may be drawn on before the rows are made.
	// press sets it; it is called away from the window's goroutine.
	flat func() (Baked, error)

	// settled is called on the window's goroutine when the rows are committed, or not; never where the person decided
	// against sending.
	settled func(o outcome)
}

// outcome is what a click came to.
type outcome struct {
	made   []db.Job
	failed []int // places in click.orders of which no job was made
	err    error // why, for the first of them
	bare   bool  // what was drawn is too much to be kept with the jobs
}

// sum prices several orders as one.
func sum(t form.Tariff, orders []form.Order) form.Quote {
	total := form.Quote{Known: len(orders) > 0}
	for i, o := range orders {
		q := t.Quote(o)
		if i == 0 {
			total.Each, total.Unit = q.Each, q.Unit
		}
		total.Jobs += q.Jobs
		total.Reference = total.Reference || q.Reference
		total.Known = total.Known && q.Known && total.Total <= 1<<62-q.Total
		if total.Known {
			total.Total += q.Total
		}
	}
	return total
}

// prices are the estimates of the jobs of a click, in their order; nil for one that nobody knows.
func (c click) prices() []*int64 {
	var all []*int64
	for _, o := range c.orders {
		for _, e := range c.tariff.Each(o) {
			if e.Known {
				all = append(all, new(int64(e.Amount)))
			} else {
				all = append(all, nil)
			}
		}
	}
	return all
}
