package boards

import (
	"math/rand/v2"
	"strings"

	"viviscope/gui/form"

	"fyne.io/fyne/v2"

	"viviscope/client"
	planning "viviscope/client/boards"
	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/wording"
)

// draft is a form whose values come from the board. Changes are written to the board at once.
type draft struct {
	form.Controls
	fields form.Fields // that shows the controls
	form   order.Form  // as it is shown
	board  order.Form  // as the board has it
	write  func()      // the user changed the form
	send   func()      // Ctrl+Enter in a field
	refit  func()      // the size of a field changed

	describes bool                     // the picture of an edit is described, see [form.Shown]
	problems  []client.ValidationError // that only the click knows
}

func newDraft(deps *Deps, kind db.JobKind) *draft {
	d := &draft{form: order.New()}
	d.form.Kind = kind
	d.board = d.form
	d.fields = deps.Composer.NewFields(d)
	d.Controls = d.fields.All()
	return d
}

// First returns the control that gets the keyboard first.
func (d *draft) First() fyne.Focusable { return d.fields.First() }

func (d *draft) Edit(change func(*order.Form)) {
	f := d.form
	change(&f)
	if f != d.form {
		d.form = f
		d.write()
	}
}

func (d *draft) Generate()   { d.send() }
func (d *draft) Refit()      { d.refit() }
func (d *draft) Roll() int64 { return rand.Int64N(jobs.MaxRolledSeed + 1) }

// show shows the form f of a card, with note beside the model. Text that is not a valid value yet stays in its field
// until the board changes that value, or until another card is shown (other). Fields that the request format of the
// profile lacks are disabled.
func (d *draft) show(w planning.Context, f order.Form, note string, other bool) {
	f = f.ForProfile(w.Env)
	board, typed := d.board, d.form
	d.board = f
	if now, was := f.Clip(), board.Clip(); !other && now != nil && was != nil {
		if now.Seconds == was.Seconds {
			now.Seconds = typed.Clip().Seconds
		}
		if now.Seed == was.Seed {
			now.Seed = typed.Clip().Seed
		}
	}
	d.form = f
	o, problems := planning.BuildOrder(f, w.Env)
	d.fields.Show(form.Shown{Form: f, Env: w.Env, Order: o, Problems: append(d.problems, problems...),
		Describes: d.describes, Tariff: tariffOf(w.Quote), Note: note})
}

// tariffOf returns the prices that a form shows.
func tariffOf(q jobs.Quote) wording.Tariff {
	return wording.Tariff{Table: q.Table, Currency: q.Currency, Profile: q.Profile.Name, Play: q.Profile.Sandbox}
}

// length returns the length of the clip, or that of the board while the model does not offer the typed one.
func (d *draft) length() int {
	if now := d.form.Clip(); now.Rules().AllowsSeconds(now.SecondsNumber()) {
		return now.SecondsNumber()
	}
	return d.board.Clip().SecondsNumber()
}

// seed returns the seed of the clip, or that of the board while the typed one is no number.
func (d *draft) seed() *int64 {
	if now := d.form.Clip().Seed; strings.TrimSpace(now.Text) == "" || now.LockedSeed() != nil {
		return now.LockedSeed()
	}
	return d.board.Clip().Seed.LockedSeed()
}

// setOwn stores a value that the user changed in a card. The value of the board is stored as the zero value.
func setOwn[T comparable](of *T, now, was, board T) {
	if now == was {
		return
	}
	*of = now
	if now == board {
		*of = *new(T)
	}
}
