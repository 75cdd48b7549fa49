package compose

import (
	"context"

	"viviscope/client/jobs"
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
	hold    bool        // nothing goes out, so nothing is asked
	canvas  form.Canvas // what lay on the canvas at the press

	// commit makes the rows where its terms allow it, away from the window's goroutine; nil: new jobs of the order. It is called again
	// with other terms where a person was asked.
	commit func(ctx context.Context, agreed jobs.Terms) outcome

	// flat is what was drawn on the canvas at the press, where the order is baked: it may be drawn on before the rows are made.
	// press sets it; it is called away from the window's goroutine.
	flat func() (Baked, error)

	// settled is called on the window's goroutine when the rows are committed, or not; of new jobs never where the person decided
	// against sending.
	settled func(o outcome)
}

// outcome is what a click came to.
type outcome struct {
	made  []db.Job
	saved bool  // a held job was changed, whatever became of the rest
	err   error // why no job was made
	bare  bool  // what was drawn is too much to be kept with the jobs
}
