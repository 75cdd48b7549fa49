package compose

import (
	"context"

	"viviscope/db"
	"viviscope/gui/compose/form"
)

// click is what one press of a button asks for. Its order is the very one whose price was shown: it is handed on as it
// is, from the button over the questions to the rows.
type click struct {
	account Account
	of      purpose // by which a second press of the same is told
	word    string  // of the button that was pressed, with the price
	order   form.Order
	quote   form.Quote
	hold    bool        // nothing goes out, so nothing is asked
	canvas  form.Canvas // what lay on the canvas at the press
	tariff  form.Tariff // by which the quote was made
	over    []bool      // of each job whether it is held because it goes over a budget; none: nothing is held for that

	// part sends what fits a budget and holds the rest, job by job; nil where the jobs are not made by this click.
	part func(over []bool)

	// commit makes the rows, away from the window's goroutine; nil: new jobs of the order.
	commit func(ctx context.Context) outcome

	// flat is what was drawn on the canvas at the press, where the order is baked: it may be drawn on before the rows are made.
	// press sets it; it is called away from the window's goroutine.
	flat func() (Baked, error)

	// settled is called on the window's goroutine when the rows are committed, or not; never where the person decided
	// against sending.
	settled func(o outcome)
}

// outcome is what a click came to.
type outcome struct {
	made []db.Job
	err  error // why no job was made
	bare bool  // what was drawn is too much to be kept with the jobs
}

// prices are the estimates of the jobs of a click, in their order; nil for one that nobody knows.
func (c click) prices() []*int64 {
	var all []*int64
	for _, e := range c.tariff.Each(c.order) {
		if e.Known {
			all = append(all, new(int64(e.Amount)))
		} else {
			all = append(all, nil)
		}
	}
	return all
}
